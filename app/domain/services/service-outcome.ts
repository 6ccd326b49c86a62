import type { Schedule } from "~/contract/schedules";
import type { LengthOption } from "~/contract/service-fields";
import type { PreviewDay } from "./preview-days";

export interface ServicePreview {
  days: PreviewDay[];
  currency: string | null;
  /** Whether its times have different prices; then each has its own. */
  has_prices: boolean;
  /** What a peak price makes of one of the next starts, rule by rule. */
  peaks: { starts_at: number; price_amount: number }[];
  /** The lengths that guests can choose, the shortest first; empty for one alone. */
  lengths: LengthOption[];
  /** How many of the service's resources are counted in. */
  counted: number;
  of: number;
}

/** A booking that new hours would leave outside, with where it could go. */
export interface OutsideBooking {
  id: string;
  customer_name: string;
  has_email: boolean;
  resource_name: string;
  starts_at: string;
  ends_at: string;
  /** The nearest times of the new hours that are free; `value` is what the form sends. */
  places: { value: string; resource_id: string; resource_name: string; starts_at: string }[];
}

/** What a form would do, before it does. */
export interface ServiceDryRun {
  time_zone: string;
  preview: ServicePreview;
  outside: OutsideBooking[];
  /** Bookings outside in all; those beyond `outside` are kept. */
  outside_total: number;
  /** What the cancellations chosen so far refund by the policy, minor units by currency. */
  refunds: { currency: string; amount: number }[];
}

export type ServiceOutcome =
  /** `told`: how many guests of what was moved and cancelled are mailed. */
  | { kind: "saved"; moved: number; cancelled: number; told: number; refused: string[] }
  /** Nothing was saved: it was a preview, or there are bookings outside that nobody has decided about. */
  | ({ kind: "dry"; undecided: boolean } & ServiceDryRun)
  /** Someone else saved meanwhile. */
  | { kind: "conflict"; now: Schedule };
