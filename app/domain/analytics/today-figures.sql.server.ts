import sql, { empty, type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { addDays, startOfDay } from "~/lib/time";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { isOpen, isSwitchedOn } from "../seats/slot-parts.sql";
import type { DayFigures } from "./day-figures";

const DAYS_BACK = 13;
const DAYS_AHEAD = 7;

/**
 * The days around `today` (the tenant's date), two weeks back and one ahead: bookings that take place, no-shows, seats that are still free
 * from now on, and what came in less what went back. Staff who are limited to some resources see those.
 */
export async function readDayFigures(actor: StaffActor, today: string): Promise<DayFigures[]> {
  const { id: tenantId, time_zone: zone, currency } = actor.tenant;
  const from = new Date(startOfDay(addDays(today, -DAYS_BACK), zone));
  const to = new Date(startOfDay(addDays(today, DAYS_AHEAD), zone));
  const limit = resourceLimit(actor);
  const own = (column: Part) => (limit === null ? empty : sql`and ${column} = any(${limit}::uuid[])`);
  // What test keys made counts nowhere.
  const isReal = (booking: Part) =>
    sql`${booking} not in (select t.id from booking t where t.tenant_id = ${tenantId} and not t.livemode)`;
  const found = await pool.query<DayFigures>(
    sql`with days as (
          select generate_series(${addDays(today, -DAYS_BACK)}::date, ${addDays(today, DAYS_AHEAD - 1)}::date, interval '1 day')::date as date),
        -- Many have the same start, whose date is worked out once.
        booked as (
          select (starts_at at time zone ${zone})::date as date, sum(bookings)::int as bookings, sum(no_shows)::int as no_shows
          from (
            select starts_at, count(*) filter (where is_live(status)) as bookings, count(*) filter (where status = 'no_show') as no_shows
            from booking where tenant_id = ${tenantId} and livemode and starts_at >= ${from} and starts_at < ${to} ${own(sql`resource_id`)}
            group by starts_at) start group by 1),
        free as (
          select (starts_at at time zone ${zone})::date as date, sum(seats)::int as free_seats
          from (
            select starts_at, sum(greatest(capacity - taken, 0)) as seats from slot s
            where tenant_id = ${tenantId} and starts_at >= now() and starts_at < ${to} and ${isOpen(sql`s`)} and ${isSwitchedOn(sql`s`, tenantId)}
              ${own(sql`resource_id`)}
            group by starts_at) start group by 1),
        moved as (
          select captured_at as at, amount from payment
          where tenant_id = ${tenantId} and currency = ${currency} and captured_at >= ${from} and captured_at < ${to} and ${isReal(sql`booking_id`)}
          union all
          select r.completed_at, -r.amount from refund r where r.tenant_id = ${tenantId} and r.currency = ${currency} and r.status = 'succeeded' and r.completed_at >= ${from}
            and r.completed_at < ${to} and ${isReal(sql`r.booking_id`)}),
        money as (select (at at time zone ${zone})::date as date, sum(amount)::int as net from moved group by 1)
        select to_char(d.date, 'YYYY-MM-DD') as date, coalesce(b.bookings, 0) as bookings, coalesce(b.no_shows, 0) as no_shows,
          coalesce(f.free_seats, 0) as free_seats, coalesce(m.net, 0) as net
        from days d left join booked b on b.date = d.date left join free f on f.date = d.date left join money m on m.date = d.date
        order by d.date`,
  );
  return found.rows;
}
