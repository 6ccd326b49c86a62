import type { Booking, BookingStatus } from "~/contract/bookings";
import type { Schedule } from "~/contract/schedules";

/** Instants are epoch ms: a page draws with them. */
export interface CalendarBooking {
  id: string;
  reference: string;
  resource_id: string;
  schedule_id: string | null;
  slot_id: string | null;
  status: BookingStatus;
  pending_reason: Booking["pending_reason"];
  expires_ms: number | null;
  payment_status: Booking["payment_status"];
  starts_ms: number;
  ends_ms: number;
  /** With the time before and after that its resource needs. */
  occupies_from_ms: number;
  occupies_to_ms: number;
  party_size: number;
  customer_name: string;
  has_notes: boolean;
  version: number;
  price_amount: number | null;
}

export interface CalendarSlot {
  id: string;
  resource_id: string;
  schedule_id: string | null;
  starts_ms: number;
  ends_ms: number;
  occupies_from_ms: number;
  occupies_to_ms: number;
  capacity: number;
  taken: number;
  status: "open" | "closed";
  /** Time off is over it. */
  blocked: boolean;
  /** Parties on the waiting list. */
  waiting: number;
}

/** Time off of a resource. */
export interface CalendarBlock {
  id: string;
  resource_id: string;
  starts_ms: number;
  ends_ms: number;
  reason: string | null;
  /** Who set it; null: a program, or a person who left. */
  made_by: string | null;
}

/** Seats that a visitor keeps while they fill in the booking form. */
export interface CalendarHold {
  id: string;
  resource_id: string;
  slot_id: string;
  starts_ms: number;
  ends_ms: number;
  party_size: number;
  expires_ms: number;
}

export interface CalendarResource {
  id: string;
  name: string;
  color: string | null;
  capacity: number;
  /** Its own hours; null: whenever its services are open. */
  hours: StoredHours | null;
}

/** Hours as \`hoursOf\` takes them. */
export type StoredHours = Pick<
  Schedule,
  "time_zone" | "rules" | "overrides" | "valid_from" | "valid_to"
>;

/** A service with its hours. */
export type CalendarSchedule = Pick<Schedule, "id" | "name"> &
  StoredHours & { resource_ids: string[] };

/** What can be chosen to be shown, beside what is. */
export interface CalendarPicker {
  /** Every resource that this person may see, in order. */
  pickable: { id: string; name: string; color: string | null }[];
  /** Those that the address or the person's preferences name; empty: none, so the first ones are shown. */
  picked: string[];
}

export interface CalendarData extends CalendarPicker {
  resources: CalendarResource[];
  schedules: CalendarSchedule[];
  /** Dates around the range on which the company is closed. */
  closed_dates: string[];
  bookings: CalendarBooking[];
  slots: CalendarSlot[];
  blocks: CalendarBlock[];
  holds: CalendarHold[];
  /** From when on something is left out, because there is more than a page carries; null: nothing is. */
  left_out_from_ms: number | null;
}

/** One day of a month. */
export interface CalendarDayFigures {
  /** Local to the tenant. */
  date: string;
  bookings: number;
}

export interface CalendarMonth extends CalendarPicker {
  figures: CalendarDayFigures[];
}
