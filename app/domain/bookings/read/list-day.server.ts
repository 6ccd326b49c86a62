import { BookingFilter } from "~/contract/booking-filter";
import { LIVE } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import type { StaffActor } from "../../identity/actor";
import { listBookings } from "./list-bookings.sql.server";

/** The page shows no more bookings of one day than this and links to the full list. */
const MOST = 300;

/**
 * The live bookings of a day (the tenant's date) by start, including those from the night before.
 * With `now` (on that day), bookings that are not over are read separately, so that a long morning
 * does not cut off those still to come.
 */
export async function listDay(
  actor: StaffActor,
  date: string,
  now: Date | null = null,
): Promise<{ bookings: Booking[]; has_more: boolean }> {
  if (now === null) return readFirst(actor, date, date);
  const instant = now.toISOString();
  const [before, ahead] = await Promise.all([
    readFirst(actor, date, instant),
    readFirst(actor, instant, date),
  ]);
  const isAhead = new Set(ahead.bookings.map(({ id }) => id));
  return {
    bookings: [...before.bookings.filter(({ id }) => !isAhead.has(id)), ...ahead.bookings],
    has_more: ahead.has_more,
  };
}

/** Dates, or instants. */
async function readFirst(actor: StaffActor, from: string, to: string) {
  const bookings: Booking[] = [];
  let cursor: string | undefined;
  do {
    const status = LIVE.join(",");
    const filter = BookingFilter.parse({
      status,
      from,
      to,
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
