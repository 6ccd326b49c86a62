import type { Schedule } from "~/contract/schedules";
import type { LengthOption } from "~/contract/service-fields";
import type { PreviewDay } from "./preview-days";

export interface ServicePreview {
  days: PreviewDay[];
  currency: string | null;
  /** Whether its times have different prices; then each has its own. */
  has_prices: boolean;
  /** The price of a next start under each peak rule. */
  peaks: { starts_at: number; price_amount: number }[];
  /** The lengths that guests can choose, the shortest first; empty if there is only one. */
  lengths: LengthOption[];
  /** How many of the service's resources are counted. */
  counted: number;
  of: number;
}

/** A booking that new hours would leave outside, with alternatives. */
export interface OutsideBooking {
  id: string;
  customer_name: string;
  has_email: boolean;
  resource_name: string;
  starts_at: string;
  ends_at: string;
  /** The nearest free times in the new hours; `value` is what the form submits. */
  places: { value: string; resource_id: string; resource_name: string; starts_at: string }[];
}

/** The effects of a form, computed before it is applied. */
export interface ServiceDryRun {
  time_zone: string;
  preview: ServicePreview;
  outside: OutsideBooking[];
  /** All bookings outside; those beyond `outside` stay. */
  outside_total: number;
  /** Refunds by the policy for the cancellations chosen so far, minor units by currency. */
  refunds: { currency: string; amount: number }[];
}

export type ServiceOutcome =
  /** `emailed`: how many guests of moved and cancelled bookings are emailed. */
  | { kind: "saved"; moved: number; cancelled: number; emailed: number; refused: string[] }
  /** Nothing was saved: a preview, or some bookings outside are undecided. */
  | ({ kind: "dry"; undecided: boolean } & ServiceDryRun)
  /** Someone else saved it meanwhile. */
  | { kind: "conflict"; now: Schedule };
