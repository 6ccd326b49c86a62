import type { BookingSeries, SeriesDate } from "~/contract/booking-series";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { mayUseResource, seesTestDataOnly, type StaffActor } from "../identity/actor";
import { type BookedDate, findSeries, readDates, type SeriesRow } from "./series.sql.server";

/**
 * A series with the dates that the caller may see: those of their resources, and for a test key
 * those of a test. Throws not_found if there are none.
 */
export async function readSeries(actor: StaffActor, id: string): Promise<BookingSeries> {
  const key = { tenant_id: actor.tenant.id, id };
  const row = await findSeries(pool, key);
  if (row === null || (row.livemode && seesTestDataOnly(actor)))
    throw notFound("Booking series", id);
  // A date without a booking belongs to the resource that was asked for; of anyone's it is shown to
  // those who see every resource.
  const dates = (await readDates(pool, key)).filter((date) =>
    mayUseResource(actor, date.resource_id ?? row.resource_id ?? ""),
  );
  if (dates.length === 0) throw notFound("Booking series", id);
  return toSeries(row, dates.map(toDate));
}

export function toSeries(
  { id, rrule, time_zone, if_taken, state }: SeriesRow,
  dates: SeriesDate[],
): BookingSeries {
  return { id, dry_run: false, rrule, time_zone, if_taken, state, dates };
}

export const toDate = (date: BookedDate): SeriesDate => ({
  no: date.no,
  starts_at: toRfc3339(date.starts_at.getTime()),
  state: date.state,
  reason: date.reason,
  alternatives: [],
  booking_id: date.status === null ? null : date.booking_id,
  booking_status: date.status,
  booking_starts_at: date.booking_starts_at && toRfc3339(date.booking_starts_at.getTime()),
  price_amount: date.price_amount,
  currency: date.currency,
});
