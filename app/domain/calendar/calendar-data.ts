import type { Booking, BookingStatus } from "~/contract/bookings";
import type { Schedule } from "~/contract/schedules";

/** Instants are epoch ms, as pages draw them. */
export interface CalendarBooking {
  id: string;
  reference: string;
  resource_id: string;
  resource_name: string;
  schedule_id: string | null;
  slot_id: string | null;
  status: BookingStatus;
  pending_reason: Booking["pending_reason"];
  expires_ms: number | null;
  payment_status: Booking["payment_status"];
  starts_ms: number;
  ends_ms: number;
  /** Including the buffers its resource needs. */
  occupies_from_ms: number;
  occupies_to_ms: number;
  /** Time within it in which its resource is free. */
  processing: Booking["processing"];
  party_size: number;
  customer_name: string;
  has_notes: boolean;
  /** The resources of its needs: the booking is drawn in their columns too. */
  needs: { no: number; resource_id: string; name: string; from_ms: number; to_ms: number }[];
  /** Its place in a visit of several services. */
  visit: Booking["visit"];
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
  /** Whether time off overlaps it. */
  blocked: boolean;
  /** Parties on the waiting list. */
  waiting: number;
}

export interface CalendarBlock {
  id: string;
  resource_id: string;
  starts_ms: number;
  ends_ms: number;
  reason: string | null;
  /** The creator's name; null: a program, or a person who has left. */
  made_by: string | null;
}

/** Seats a visitor holds while filling in the booking form. */
export interface CalendarHold {
  id: string;
  resource_id: string;
  slot_id: string;
  starts_ms: number;
  ends_ms: number;
  party_size: number;
  expires_ms: number;
}

interface CalendarResource {
  id: string;
  name: string;
  type: string;
  color: string | null;
  capacity: number;
  /** Its own hours; null: whenever its services are open. */
  hours: StoredHours | null;
}

/** Hours as input of `hoursOf`. */
type StoredHours = Pick<Schedule, "time_zone" | "rules" | "overrides" | "valid_from" | "valid_to">;

type CalendarSchedule = Pick<Schedule, "id" | "name"> & StoredHours & { resource_ids: string[] };

/** The resources to choose from, and those chosen. */
interface CalendarPicker {
  /** Every resource this person may see, in order. */
  pickable: { id: string; name: string; color: string | null }[];
  /**
   * The resources chosen in the URL or the person's preferences; empty: none, so the first ones are
   * shown.
   */
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
  /** From when on entries are missing because a page's limit is exceeded; null: complete. */
  left_out_from_ms: number | null;
}

interface CalendarDayFigures {
  /** Local to the tenant. */
  date: string;
  bookings: number;
  /** Booked minutes, times people. */
  booked_minutes: number;
}

export interface CalendarMonth extends CalendarPicker {
  figures: CalendarDayFigures[];
  /** Minutes that slots offer, times seats; days without slots are omitted. */
  offered: { date: string; minutes: number }[];
  closed: { date: string; name: string }[];
}

/**
 * A booking, a class with the number of its booked seats, or a booking of another resource (`of`)
 * that takes this one too.
 */
export interface CalendarWeekEntry {
  id: string;
  kind: "booking" | "class" | "need";
  of: string | null;
  visit: Booking["visit"];
  resource_id: string;
  /** Local to the tenant. */
  date: string;
  starts_ms: number;
  service: string | null;
  /** null for a class. */
  customer_name: string | null;
  status: BookingStatus | null;
  party_size: number;
  /** Seats of a class; for a booking 0. */
  taken: number;
  capacity: number;
}

/** One resource on one day; days without bookings and classes are omitted. */
export interface CalendarWeekDay {
  resource_id: string;
  date: string;
  /** Bookings, and classes with all of theirs as one. */
  entries: number;
  /** Including those that take it besides their own resource. */
  bookings: number;
  /** Booked minutes, times people. */
  booked_minutes: number;
  /** Bookings in time off set by staff that nobody has decided about. */
  to_move: number;
}

/** A week of several resources. */
export interface CalendarWeek extends CalendarPicker {
  resources: Pick<CalendarResource, "id" | "name" | "color">[];
  days: CalendarWeekDay[];
  /** The first entries of each resource and day, by start. */
  entries: CalendarWeekEntry[];
  /** Minutes that slots offer, times seats; days without slots are omitted. */
  offered: { resource_id: string; date: string; minutes: number }[];
  closed: { date: string; name: string }[];
  time_off: Pick<CalendarBlock, "id" | "resource_id" | "starts_ms" | "ends_ms" | "reason">[];
}
