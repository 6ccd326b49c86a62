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
  party_size: number;
  customer_name: string;
  has_notes: boolean;
  version: number;
}

export interface CalendarSlot {
  id: string;
  resource_id: string;
  schedule_id: string | null;
  starts_ms: number;
  ends_ms: number;
  capacity: number;
  taken: number;
  status: "open" | "closed";
  /** Parties on the waiting list. */
  waiting: number;
}

export interface CalendarResource {
  id: string;
  name: string;
  color: string | null;
  capacity: number;
}

/** A schedule's hours, as `openIntervals` takes them. */
export type CalendarSchedule = Pick<
  Schedule,
  "id" | "name" | "time_zone" | "rules" | "overrides" | "valid_from" | "valid_to"
> & {
  resource_ids: string[];
};

export interface CalendarData {
  resources: CalendarResource[];
  schedules: CalendarSchedule[];
  bookings: CalendarBooking[];
  slots: CalendarSlot[];
}

/** One day of a month: how many bookings, and how much of what could be booked is taken. */
export interface CalendarDayFigures {
  /** Local to the tenant. */
  date: string;
  bookings: number;
  seats: number;
  taken: number;
}
