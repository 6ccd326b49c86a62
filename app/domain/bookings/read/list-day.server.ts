import { BookingFilter } from "~/contract/booking-filter";
import { LIVE } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import type { StaffActor } from "../../identity/actor";
import { listBookings } from "./list-bookings.sql.server";

/** The sheet has no more bookings of one day than this. */
const MOST = 300;

/** The live bookings of a day (the tenant's date) by start, including those from the night before. */
export async function listDay(
  actor: StaffActor,
  date: string,
): Promise<{ bookings: Booking[]; has_more: boolean }> {
  const bookings: Booking[] = [];
  let cursor: string | undefined;
  do {
    const status = LIVE.join(",");
    const filter = BookingFilter.parse({
      status,
      from: date,
      to: date,
      sort: "starts_at",
      limit: 100,
      cursor,
    });
    const page = await listBookings(actor, filter);
    bookings.push(...page.data);
    cursor = page.page.next_cursor ?? undefined;
  } while (cursor !== undefined && bookings.length < MOST);
  return { bookings, has_more: cursor !== undefined };
}
