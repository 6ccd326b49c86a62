import sql, { empty } from "sql-template-tag";
import { LIVE } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import type { Reads } from "~/lib/one-trip.sql.server";
import { addDays, startOfDay } from "~/lib/time";
import { resourceLimit, seesTestDataOnly, type StaffActor } from "../../identity/actor";

/** A booking of a day, with what counts and a resource's day need of it. */
export interface DayBooking {
  id: string;
  resource_id: string;
  schedule_id: string | null;
  status: Booking["status"];
  /** Epoch ms. */
  starts_ms: number;
  ends_ms: number;
  has_arrived: boolean;
  party_size: number;
  guest: string;
}

/** Bookings of one day that are read at most; the page links to the full list. */
const MOST = 1000;

/**
 * The live bookings of a day (the tenant's date) by start, including those from the night before.
 * Where there are too many, those that are over at `now` are left out first.
 */
export async function readDay(
  actor: StaffActor,
  date: string,
  now: Date,
  reads: Reads,
): Promise<{ bookings: DayBooking[]; has_more: boolean }> {
  const { id: tenantId, time_zone } = actor.tenant;
  const limit = resourceLimit(actor);
  const from = new Date(startOfDay(date, time_zone));
  const to = new Date(startOfDay(addDays(date, 1), time_zone));
  const { rows } = await reads.query<DayBooking>(
    // A booking lasts at most a day (booking_time_check), so an index on starts_at serves the overlap.
    sql`select b.id, b.resource_id, b.schedule_id, b.status, (extract(epoch from b.starts_at) * 1000)::float8 as starts_ms,
          (extract(epoch from b.ends_at) * 1000)::float8 as ends_ms, b.arrived_at is not null as has_arrived, b.party_size, b.customer_name as guest
        from booking b where b.tenant_id = ${tenantId} and b.status = any(${LIVE}::text[])
          and b.ends_at > ${from} and b.starts_at > ${from}::timestamptz - interval '1 day' and b.starts_at < ${to}
          ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`}
          ${seesTestDataOnly(actor) ? sql`and not b.livemode` : empty}
        order by b.ends_at <= ${now}, b.starts_at, b.id limit ${MOST + 1}`,
  );
  const bookings = rows
    .slice(0, MOST)
    .sort((a, b) => a.starts_ms - b.starts_ms || (a.id < b.id ? -1 : 1));
  return { bookings, has_more: rows.length > MOST };
}
