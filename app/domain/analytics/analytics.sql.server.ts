import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { BookingStatus } from "~/contract/bookings";
import { pool } from "~/lib/db.server";
import { CAPTURED } from "../ledger/payment-row";
import type { AnalyticsRange } from "./analytics-range";

// The aggregates behind the figures, each one statement over one tenant. Sums come as double precision: exact for whole numbers to 2^53,
// where an integer of the database would overflow.

/** Whose bookings: the tenant's, those of some resources where lists are given (all of the lists must name a resource). */
export interface AnalyticsScope {
  tenant_id: string;
  among: string[][];
}

const isIn = ({ tenant_id, among }: AnalyticsScope, { from, to }: AnalyticsRange, table: Part): Part =>
  sql`${table}.tenant_id = ${tenant_id} and ${table}.starts_at >= ${new Date(from)} and ${table}.starts_at < ${new Date(to)}
    ${isAmong(among, table)}`;
const isAmong = (among: string[][], table: Part): Part =>
  among.reduce((all, ids) => sql`${all} and ${table}.resource_id = any(${ids}::uuid[])`, empty);

/** Bookings of one day in one status. */
export interface CountedBookings {
  date: string;
  status: BookingStatus;
  bookings: number;
  people: number;
  booked_minutes: number;
  /** Those whose time has begun. */
  begun: number;
  payment_begun: number;
  paid: number;
  lead_seconds: number;
}

/** The bookings of a range by day and status. */
export async function countByStatus(
  scope: AnalyticsScope,
  range: AnalyticsRange,
  now: number,
): Promise<CountedBookings[]> {
  const { rows } = await pool.query<CountedBookings>(
    sql`select to_char(date, 'YYYY-MM-DD') as date, status, count(*)::int as bookings, sum(party_size)::float8 as people,
          sum(party_size * seconds / 60)::float8 as booked_minutes,
          (count(*) filter (where starts_at <= ${new Date(now)}))::int as begun,
          (count(*) filter (where payment_status <> 'none'))::int as payment_begun,
          (count(*) filter (where payment_status in ('paid', 'partially_refunded', 'refunded')))::int as paid,
          sum(lead_seconds)::float8 as lead_seconds
        from (
          select b.status, b.party_size, b.starts_at, b.payment_status, date_part('epoch', b.ends_at - b.starts_at) as seconds,
            greatest(date_part('epoch', b.starts_at - b.created_at), 0) as lead_seconds,
            (b.starts_at at time zone ${range.time_zone})::date as date
          from booking b where ${isIn(scope, range, sql`b`)}) one
        group by date, status`,
  );
  return rows;
}

/** How many held bookings start in an hour of a weekday (1 Monday to 7 Sunday). */
export interface BusyHour {
  weekday: number;
  hour: number;
  bookings: number;
}

export async function countByHour(scope: AnalyticsScope, range: AnalyticsRange): Promise<BusyHour[]> {
  // "offset 0" keeps the inner query apart: the local time is worked out once a row.
  const { rows } = await pool.query<BusyHour>(
    sql`select date_part('isodow', local) as weekday, date_part('hour', local) as hour, count(*)::int as bookings
        from (
          select b.starts_at at time zone ${range.time_zone} as local from booking b
          where ${isIn(scope, range, sql`b`)} and is_live(b.status) offset 0) one
        group by 1, 2`,
  );
  return rows;
}

/** The held bookings of one resource. */
export interface BookedResource {
  resource_id: string;
  bookings: number;
  party_total: number;
  booked_minutes: number;
}

export async function countByResource(scope: AnalyticsScope, range: AnalyticsRange): Promise<BookedResource[]> {
  const { rows } = await pool.query<BookedResource>(
    sql`select b.resource_id, count(*)::int as bookings, sum(b.party_size)::float8 as party_total,
          round(sum(b.party_size * date_part('epoch', b.ends_at - b.starts_at) / 60))::float8 as booked_minutes
        from booking b where ${isIn(scope, range, sql`b`)} and is_live(b.status) group by b.resource_id`,
  );
  return rows;
}

/** Seat-minutes on offer, by day: of each minute of a resource the most seats that one of that day's open slots has then. */
export async function readOffered(
  scope: AnalyticsScope,
  range: AnalyticsRange,
): Promise<{ date: string; minutes: number }[]> {
  // Slots of one resource overlap where it has several services, so their times are joined first. Slots with few seats and slots with many
  // are joined a level at a time, from the most seats down: each level adds the seats that it has more than the next one.
  const { rows } = await pool.query<{ date: string; minutes: number }>(
    sql`with day as (
          select s.resource_id, (s.starts_at at time zone ${range.time_zone})::date as date, s.capacity,
            range_agg(tstzrange(s.starts_at, s.ends_at)) as open
          from slot s where ${isIn(scope, range, sql`s`)} and s.status = 'open' and not s.blocked group by 1, 2, 3),
        level as (
          select date, capacity - lead(capacity, 1, 0) over fewer as seats, range_agg(open) over fewer as open
          from day window fewer as (partition by resource_id, date order by capacity desc))
        select to_char(date, 'YYYY-MM-DD') as date, sum(seats * (
            select sum(date_part('epoch', upper(part) - lower(part))) / 60 from unnest(open) as part))::float8 as minutes
        from level group by date`,
  );
  return rows;
}

/** What came in for the bookings of a range and what of it went back, by the day of the booking and currency. */
export async function readMoneyOf(
  scope: AnalyticsScope,
  range: AnalyticsRange,
): Promise<{ date: string; currency: string; gross: number; refunds: number }[]> {
  const { rows } = await pool.query<{ date: string; currency: string; gross: number; refunds: number }>(
    sql`select to_char(date, 'YYYY-MM-DD') as date, currency, sum(gross)::float8 as gross, sum(refunds)::float8 as refunds
        from (
          select (b.starts_at at time zone ${range.time_zone})::date as date, p.currency, p.amount as gross, 0 as refunds
          from payment p join booking b on b.tenant_id = p.tenant_id and b.id = p.booking_id
          where p.tenant_id = ${scope.tenant_id} and not p.is_surplus and p.status = any(${CAPTURED}::text[])
            and ${isIn(scope, range, sql`b`)}
          union all
          select (b.starts_at at time zone ${range.time_zone})::date, r.currency, 0, r.amount
          from refund r join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
          join booking b on b.tenant_id = r.tenant_id and b.id = r.booking_id
          where r.tenant_id = ${scope.tenant_id} and r.status = 'succeeded' and not p.is_surplus
            and ${isIn(scope, range, sql`b`)}) moved
        group by date, currency`,
  );
  return rows;
}

/** How many customers have a held booking in the range, and how many of them have another one, in it or before it. */
export async function countCustomers(
  { tenant_id, among }: AnalyticsScope,
  range: AnalyticsRange,
): Promise<{ customers: number; again: number }> {
  const { rows } = await pool.query<{ customers: number; again: number }>(
    sql`select count(*)::int as customers, (count(*) filter (where bookings > 1 or exists (
            select from booking e where e.tenant_id = ${tenant_id} and e.customer_id = came.customer_id
              and e.starts_at < ${new Date(range.from)} and is_live(e.status) ${isAmong(among, sql`e`)})))::int as again
        from (
          select b.customer_id, count(*) as bookings from booking b
          where ${isIn({ tenant_id, among }, range, sql`b`)} and is_live(b.status) group by b.customer_id) came`,
  );
  return rows[0]!; // a count has one row
}

/** The names of resources: as they are now, or where one is deleted as its bookings say. */
export async function readNames(tenantId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; name: string }>(
    sql`select id, coalesce(
          (select r.name from resource r where r.tenant_id = ${tenantId} and r.id = wanted.id),
          (select b.resource_name from booking b where b.tenant_id = ${tenantId} and b.resource_id = wanted.id
            order by b.starts_at desc limit 1)) as name
        from unnest(${ids}::uuid[]) as wanted(id)`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
