import type { OutsideBookings } from "~/contract/hours";
import type { Resource } from "~/contract/resources";

/** A booking that keeps a change from being made, by name or by reference. */
export interface ConflictingBooking {
  id: string;
  name: string;
  starts_at: Date;
}

export interface BookingConflicts {
  kind: "in_the_way";
  message: string;
  bookings: ConflictingBooking[];
  total: number;
  /** What can be done all the same. */
  offers: "confirmed" | "archive" | null;
}

export type ResourceOutcome =
  | { kind: "done"; text: string; gone?: boolean }
  /** Bookings that the hours would leave outside, and that were not shown yet. */
  | { kind: "outside"; outside: OutsideBookings }
  /** The one time that the address is shown. */
  | { kind: "feed"; url: string }
  | { kind: "conflict"; now: Resource }
  | BookingConflicts;
