import type { Bookable } from "./choose/bookables";
import { problemOf } from "./interactions/problem-of";
import type { Availability, Booked, Config, Resource, Schedule, Slot } from "./wire";

/** Complete test records with ordinary values, so tests only state what matters. */

export const aResource = (own: Partial<Resource> = {}): Resource => ({
  id: "room",
  type: "room",
  name: "Garden room",
  description: null,
  capacity: 1,
  image_url: null,
  color: null,
  ...own,
});

export const aSchedule = (own: Partial<Schedule> = {}): Schedule => ({
  id: "visit",
  name: "Visit",
  description: null,
  image_url: null,
  category: null,
  location: null,
  anyone: (own.resource_ids ?? []).length > 1,
  resource_ids: ["room"],
  duration_minutes: 60,
  time_zone: "Europe/Amsterdam",
  price_amount: null,
  price_from: null,
  base_price_from: null,
  length_options: [],
  resource_terms: [],
  currency: null,
  max_party_size: null,
  requires_payment: false,
  requires_approval: false,
  min_notice_minutes: 0,
  max_advance_days: 90,
  addons: [],
  person_kinds: [],
  questions: [],
  ...own,
});

export const aBookable = (own: Partial<Bookable> = {}): Bookable => ({
  schedule: aSchedule(),
  resources: [aResource()],
  ...own,
});

export const aSlot = (own: Partial<Slot> = {}): Slot => ({
  id: `slot-${own.resource_id ?? "room"}-${own.starts_at ?? ""}`,
  resource_id: "room",
  schedule_id: "visit",
  starts_at: "2027-01-04T09:00:00Z",
  ends_at: "2027-01-04T10:00:00Z",
  capacity: 1,
  remaining: 1,
  bookable: true,
  reason: null,
  price_amount: null,
  currency: null,
  ...own,
});

/** An availability response with these slots per day. */
export const anAvailability = (
  days: Record<string, Slot[]>,
  own: Partial<Availability> = {},
): Availability => ({
  time_zone: "Europe/Amsterdam",
  from: "2027-01-01",
  to: "2027-01-31",
  next_available: null,
  days: Object.entries(days).map(([date, slots]) => ({ date, state: "open", slots })),
  ...own,
});

export const aConfig = (own: Partial<Config> = {}): Config => ({
  config: { id: null },
  tenant: {
    name: "Noord",
    slug: "noord",
    logo_url: null,
    time_zone: "Europe/Amsterdam",
    locale: "en",
    currency: "EUR",
    phone: null,
    email: null,
  },
  branding: { accent: null, theme: "auto", density: "comfortable", radius: 16, show_logo: true },
  locale: null,
  texts: {},
  steps: {
    phone: "optional",
    notes: "optional",
    choose_resource: true,
    waitlist: false,
    add_service: true,
  },
  resources: [aResource()],
  schedules: [aSchedule()],
  questions: [],
  verification: "off",
  payment: "required",
  sandbox: false,
  policy: {
    cancel_window_minutes: 1440,
    reschedule_window_minutes: 1440,
    refund_tiers: [],
    hold_minutes: 15,
  },
  policy_text: null,
  terms_url: null,
  success_url: null,
  ...own,
});

export const aBooked = (own: Partial<Booked> = {}): Booked => ({
  booking: {
    id: "booking",
    reference: "K7QF2M9D",
    status: "confirmed",
    pending_reason: null,
    expires_at: null,
    payment_status: "none",
    starts_at: "2027-01-04T09:00:00Z",
    ends_at: "2027-01-04T10:00:00Z",
    time_zone: "Europe/Amsterdam",
    party_size: 1,
    resource: { id: "room", type: "room", name: "Garden room" },
    schedule: { id: "visit", name: "Visit" },
    location: null,
    price_amount: null,
    currency: null,
    addons: [],
    party: [],
    needs: [],
    refund_amount: 0,
    balance_amount: 0,
    deposit_amount: null,
    card_terms: null,
    card: null,
    fees: [],
    due_now_amount: 0,
  },
  manage_url: "https://host/manage/token",
  payment: null,
  ...own,
});

/** A booking of €14.00 that waits for its payment. */
export const aDueBooking = (own: Partial<Booked["booking"]> = {}): Booked["booking"] => ({
  ...aBooked().booking,
  status: "pending",
  pending_reason: "payment",
  payment_status: "open",
  price_amount: 1400,
  balance_amount: 1400,
  due_now_amount: 1400,
  currency: "EUR",
  ...own,
});

export const aProblem = (status: number, error: object = {}, retry_after: string | null = null) =>
  problemOf(status, { error: { code: `http_${status}`, message: "", ...error } }, retry_after, 0);
