/** What the widget endpoints say and hear: only the fields the element reads or sends. */

export interface Config {
  config: { id: string | null; name: string };
  tenant: {
    name: string;
    slug: string;
    logo_url: string | null;
    time_zone: string;
    locale: string;
    currency: string;
  };
  branding: { accent: string | null; theme: Theme };
  texts: Record<string, string>;
  locales: string[];
  steps: string[];
  resources: Resource[];
  schedules: Schedule[];
  verification: "off" | "email" | "sms" | "either";
  payment: "off" | "optional" | "required";
  policy: Policy;
  terms_url: string | null;
}

export type Theme = "auto" | "light" | "dark";

export interface Resource {
  id: string;
  type: string;
  name: string;
  description: string | null;
  capacity: number;
  image_url: string | null;
  color: string | null;
}

export interface Schedule {
  id: string;
  name: string;
  resource_ids: string[];
  duration_minutes: number;
  time_zone: string;
  price_amount: number | null;
  currency: string | null;
  max_party_size: number | null;
  requires_payment: boolean;
  requires_approval: boolean;
  min_notice_minutes: number;
  max_advance_days: number;
  questions: Question[];
}

export interface Question {
  id: string;
  label: string;
  type: "text" | "textarea" | "select" | "checkbox";
  required: boolean;
  options?: string[];
}

export interface Policy {
  cancel_window_minutes: number;
  reschedule_window_minutes: number;
  refund_tiers: { hours_before: number; refund_pct: number }[];
  hold_minutes: number;
}

export interface AvailabilityQuery {
  resource_ids: readonly string[];
  schedule_id: string | null | undefined;
  from: string;
  to: string;
  tz: string;
  party_size: number;
}

export interface Availability {
  time_zone: string;
  from: string;
  to: string;
  next_available: string | null;
  days: Day[];
}

export interface Day {
  date: string;
  state: "open" | "full" | "closed" | "too_soon" | "too_far";
  slots: Slot[];
}

export interface Slot {
  id: string;
  resource_id: string;
  schedule_id: string | null;
  starts_at: string;
  ends_at: string;
  capacity: number;
  remaining: number;
  bookable: boolean;
  reason: null | "full" | "held" | "too_soon" | "too_far" | "closed" | "daily_limit" | "party_too_large";
  price_amount: number | null;
  currency: string | null;
}

export interface NewBooking {
  slot_id: string;
  party_size: number;
  customer: { name: string; email: string; phone?: string; locale?: string; time_zone?: string };
  answers?: Answer[];
  notes?: string;
  return_url?: string;
  /** The honeypot: people leave it empty, the server refuses what fills it. */
  website: string;
}

export interface Answer {
  question_id: string;
  value: string | boolean;
}

export interface Booking {
  id: string;
  reference: string;
  status: string;
  pending_reason: "payment" | "approval" | "verification" | null;
  expires_at: string | null;
  payment_status: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  party_size: number;
  resource: { id: string; type: string; name: string };
  schedule: { id: string; name: string } | null;
  price_amount: number | null;
  currency: string | null;
}

export interface Booked {
  booking: Booking;
  manage_url: string;
  payment: { required: boolean; checkout_url: string | null; session_id: string | null } | null;
}

export interface Issue {
  path: string;
  code: string;
  message: string;
}

export interface ErrorBody {
  error: {
    code: string;
    message: string;
    issues?: Issue[];
    details?: { alternatives?: Slot[] };
    request_id?: string;
  };
}
