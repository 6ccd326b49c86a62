import sql, { empty, type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { addDays, startOfDay } from "~/lib/time";
import { LOST_DISPUTES } from "../accounting/dispute-status";
import { resourceLimit, type StaffActor } from "../identity/actor";
import type { DayFigures } from "./day-figures";

/**
 * Bookings and money of a day (the tenant's date) and of the same weekday a week before, in this
 * order. Excludes test bookings. Staff limited to some resources see only those.
 */
export async function readDayFigures(
  actor: StaffActor,
  date: string,
  reads: Reads = pool,
): Promise<[DayFigures, DayFigures]> {
  const { id: tenantId, time_zone: zone, currency } = actor.tenant;
  const limit = resourceLimit(actor);
  const own = limit === null ? empty : sql`and resource_id = any(${limit}::uuid[])`;
  const isReal = (booking: Part) =>
    sql`${booking} not in (select t.id from booking t where t.tenant_id = ${tenantId} and not t.livemode)`;
  const dayOf = (day: string) =>
    sql`(${day}::text, ${new Date(startOfDay(day, zone))}::timestamptz, ${new Date(startOfDay(addDays(day, 1), zone))}::timestamptz)`;
  const found = await reads.query<DayFigures>(
    sql`select d.date, booked.*, (moved.captured - returned.amount - lost.amount)::int as collected
        from (values ${dayOf(date)}, ${dayOf(addDays(date, -7))}) as d (date, begins, ends)
        cross join lateral (
          select count(*)::int as bookings, coalesce(sum(party_size), 0)::int as guests,
            count(*) filter (where status = 'no_show')::int as no_shows,
            coalesce(sum(price_amount) filter (where status <> 'no_show' and currency = ${currency}), 0)::int as expected
          from booking where tenant_id = ${tenantId} and livemode and is_live(status) and starts_at >= d.begins and starts_at < d.ends ${own}) booked
        cross join lateral (
          select coalesce(sum(amount), 0) as captured from payment
          where tenant_id = ${tenantId} and currency = ${currency} and captured_at >= d.begins and captured_at < d.ends and ${isReal(sql`booking_id`)}) moved
        cross join lateral (
          select coalesce(sum(r.amount), 0) as amount from refund r
          where r.tenant_id = ${tenantId} and r.currency = ${currency} and r.status = 'succeeded' and r.completed_at >= d.begins
            and r.completed_at < d.ends and ${isReal(sql`r.booking_id`)}) returned
        cross join lateral (
          select coalesce(sum(x.amount), 0) as amount from dispute x
          where x.tenant_id = ${tenantId} and x.currency = ${currency} and x.status = any(${LOST_DISPUTES}::text[])
            and x.closed_at >= d.begins and x.closed_at < d.ends and ${isReal(sql`x.booking_id`)}) lost
        order by d.date desc`,
  );
  return found.rows as [DayFigures, DayFigures]; // a row for each of the two values
}
