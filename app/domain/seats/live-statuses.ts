import type { BookingStatus } from "~/contract/bookings";

/** Statuses whose booking holds its seats; in SQL is_live(status) (is-live.sql). */
export const LIVE: readonly BookingStatus[] = ["pending", "confirmed", "paid", "completed", "no_show"];

export function holdsSeats(status: BookingStatus): boolean {
  return LIVE.includes(status);
}
