import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { BookingStatus } from "~/contract/bookings";
import type { Sql } from "~/lib/db.server";
import { paidAmount } from "../accounting/booking-money.sql.server";
import { LOST_DISPUTES } from "../accounting/dispute-status";
import { CAPTURED } from "../accounting/payment-row";
import { isOpen } from "../seats/slot-parts.sql";
import type { AnalyticsRange } from "./analytics-range";

// The aggregates behind the figures, each one statement over one tenant. Sums are double precision:
// exact for whole numbers up to 2^53, where a database integer would overflow.

/**
 * With the default of 4 MB, Postgres sorts a large company's year on disk instead of hashing it.
 * Applies until the end of the transaction.
 */
export async function groupInMemory(db: Sql): Promise<void> {
  await db.query("set local work_mem = '16MB'");
}

/**
 * The bookings to count: the tenant's, or those of resources contained in all of the given lists.
 */
export interface AnalyticsScope {
  tenant_id: string;
  among: string[][];
}

const isIn = (
  { tenant_id, among }: AnalyticsScope,
  { from, to }: AnalyticsRange,
  table: Part,
): Part =>
  sql`${table}.tenant_id = ${tenant_id} and ${table}.starts_at >= ${new Date(from)} and ${table}.starts_at < ${new Date(to)}
    ${isAmong(among, table)}`;
/** Excludes bookings made with test keys. */
const isBooked = (scope: AnalyticsScope, range: AnalyticsRange): Part =>
  sql`${isIn(scope, range, sql`b`)} and b.livemode`;
const isAmong = (among: string[][], table: Part): Part =>
  among.reduce((all, ids) => sql`${all} and ${table}.resource_id = any(${ids}::uuid[])`, empty);

/**
 * The number of the range's day (in its zone) that contains an instant, from 1: found among the
 * instants at which the days begin. Computing each row's local time takes several times as long.
 */
const dayOf = (instant: Part, { from, to, time_zone }: AnalyticsRange): Part =>
  sql`width_bucket(${instant}, (select array_agg(day at time zone ${time_zone} order by day)
    from generate_series(${localDate(from, time_zone)}::timestamp, ${localDate(to, time_zone)}::timestamp, interval '1 day') day))`;
const dateOf = (day: Part, { from, time_zone }: AnalyticsRange): Part =>
  sql`to_char(${localDate(from, time_zone)} + (${day} - 1), 'YYYY-MM-DD')`;
const localDate = (instant: number, zone: string): Part =>
  sql`(${new Date(instant)}::timestamptz at time zone ${zone})::date`;

/** The bookings of one day with one status. */
export interface CountedBookings {
  date: string;
  status: BookingStatus;
  bookings: number;
  people: number;
  booked_minutes: number;
  /** Those that have begun. */
  begun: number;
  payment_begun: number;
  paid: number;
  lead_seconds: number;
}

/** The number of held bookings that start in an hour of a weekday (1 Monday to 7 Sunday). */
export interface BusyHour {
  weekday: number;
  hour: number;
  bookings: number;
}

/** The held bookings of one resource. */
export interface BookedResource {
  resource_id: string;
  bookings: number;
  party_total: number;
  booked_minutes: number;
}

export interface BookingCounts {
  days: CountedBookings[];
  hours: BusyHour[];
  resources: BookedResource[];
  /**
   * The customers with a held booking in the range, and those of them with another one, in it or
   * before.
   */
  customers: number;
  again: number;
}

/**
 * The bookings of a range by day and status; the held ones also by hour of the week, by resource
 * and by customer.
 */
export async function countBookings(
  db: Sql,
  scope: AnalyticsScope,
  range: AnalyticsRange,
  now: number,
): Promise<BookingCounts> {
  const { tenant_id, among } = scope;
  // One scan for all groups. Day and hour are computed once per start, since many bookings share
  // one; "offset 0" keeps the planner from merging the subqueries. "limit 1" forces an index probe
  // per customer with a single booking in the range: as a semi-join, Postgres hashes all earlier
  // bookings of the company. Imported history was booked in hours that were never offered here.
  const { rows } = await db.query<BookingCounts>(
    sql`with one as materialized (
          select b.starts_at, b.status, b.resource_id, b.customer_id, is_live(b.status) as is_held, count(*) as bookings,
            sum(b.party_size) as people, coalesce(sum(b.party_size * date_part('epoch', b.ends_at - b.starts_at)) filter (where b.source <> 'import' or b.event_count > 0), 0) as seconds,
            count(*) filter (where b.payment_status <> 'none') as payment_begun,
            count(*) filter (where b.payment_status in ('paid', 'partially_refunded', 'refunded')) as paid,
            sum(greatest(date_part('epoch', b.starts_at - b.created_at), 0)) as lead_seconds
          from booking b where ${isBooked(scope, range)}
          group by grouping sets ((b.starts_at, b.status), (b.resource_id, is_live(b.status)), (b.customer_id, is_live(b.status)))),
        local as (
          select day, status, weekday, hour,
            (case when weekday is null then sum(bookings) else sum(bookings) filter (where is_live(status)) end)::int as bookings,
            sum(people)::float8 as people, sum(seconds / 60)::float8 as booked_minutes,
            (coalesce(sum(bookings) filter (where starts_at <= ${new Date(now)}), 0))::int as begun,
            sum(payment_begun)::int as payment_begun, sum(paid)::int as paid, sum(lead_seconds)::float8 as lead_seconds
          from (
            select start.*, ${dayOf(sql`starts_at`, range)} as day, date_part('isodow', at) as weekday, date_part('hour', at) as hour
            from one start, lateral (select starts_at at time zone ${range.time_zone} as at offset 0) clock
            where starts_at is not null offset 0) timed
          group by grouping sets ((day, status), (weekday, hour)))
        select
          (select coalesce(json_agg(json_build_object('date', ${dateOf(sql`day`, range)}, 'status', status, 'bookings', bookings,
            'people', people, 'booked_minutes', booked_minutes, 'begun', begun, 'payment_begun', payment_begun, 'paid', paid,
            'lead_seconds', lead_seconds)), '[]') from local where day is not null) as days,
          (select coalesce(json_agg(json_build_object('weekday', weekday, 'hour', hour, 'bookings', bookings)), '[]')
            from local where weekday is not null and bookings > 0) as hours,
          (select coalesce(json_agg(json_build_object('resource_id', resource_id, 'bookings', bookings, 'party_total', people,
            'booked_minutes', round(seconds / 60))), '[]') from one where resource_id is not null and is_held) as resources,
          (select count(*) from one where customer_id is not null and is_held)::int as customers,
          (select count(*) from one c where c.customer_id is not null and c.is_held and (c.bookings > 1 or (
            select true from booking e where e.tenant_id = ${tenant_id} and e.customer_id = c.customer_id
              and e.starts_at < ${new Date(range.from)} and e.livemode and is_live(e.status) ${isAmong(among, sql`e`)} limit 1)))::int as again`,
  );
  return rows[0]!; // a select without a table has one row
}

/** The days of a range with their number (dayOf) and their duration within the range. */
const daysOf = ({ from, to, time_zone }: AnalyticsRange): Part =>
  sql`select row_number() over (order by day) as day,
        tstzmultirange(tstzrange(day at time zone ${time_zone}, (day + interval '1 day') at time zone ${time_zone})
          * tstzrange(${new Date(from)}, ${new Date(to)})) as hours
      from generate_series(${localDate(from, time_zone)}::timestamp, ${localDate(to, time_zone)}::timestamp, interval '1 day') day`;

/**
 * Seat-minutes on offer by day: for each minute of a resource, the most seats of any of that day's
 * open slots. Recent days are computed from slots, older ones from the stored hours
 * (forget-slots.sql).
 */
export async function readOffered(
  db: Sql,
  scope: AnalyticsScope,
  range: AnalyticsRange,
): Promise<{ date: string; minutes: number }[]> {
  const { rows } = await db.query<{ date: string; minutes: number }>(
    sql`with ${offeredLevels(scope, range)}
        select ${dateOf(sql`day::int`, range)} as date, ${MINUTES_OF_LEVELS} as minutes
        from level group by day`,
  );
  return rows;
}

/** The same for each resource. */
export async function readOfferedByResource(
  db: Sql,
  scope: AnalyticsScope,
  range: AnalyticsRange,
): Promise<{ resource_id: string; date: string; minutes: number }[]> {
  const { rows } = await db.query<{ resource_id: string; date: string; minutes: number }>(
    sql`with ${offeredLevels(scope, range)}
        select resource_id, ${dateOf(sql`day::int`, range)} as date, ${MINUTES_OF_LEVELS} as minutes
        from level group by resource_id, day`,
  );
  return rows;
}

const MINUTES_OF_LEVELS = sql`sum(seats * (
  select sum(date_part('epoch', upper(part) - lower(part))) / 60 from unnest(open) as part))::float8`;

/**
 * The table expression `level`: open time by resource, day and number of seats. Slots of one
 * resource overlap if it has several services, so their times are merged first. Different seat
 * numbers are merged level by level, from the most seats down: each level adds the seats it has
 * beyond the next one.
 */
function offeredLevels(scope: AnalyticsScope, range: AnalyticsRange): Part {
  // A slot may last two days: its hours are stored with the day on which it began.
  const isStored = sql`o.tenant_id = ${scope.tenant_id} and o.day >= ${new Date(range.from)}::date - 2 and o.day <= ${new Date(range.to)}::date
    ${isAmong(scope.among, sql`o`)}`;
  return sql`days as materialized (${daysOf(range)}),
    part as (
      select s.resource_id, ${dayOf(sql`s.starts_at`, range)} as day, s.capacity,
        range_agg(tstzrange(s.starts_at, s.ends_at)) as open
      from slot s where ${isIn(scope, range, sql`s`)} and ${isOpen(sql`s`)} group by 1, 2, 3
      union all
      select o.resource_id, d.day, o.seats, o.open * d.hours
      from offered_time o join days d on o.open && d.hours where ${isStored}),
    one as (select resource_id, day, capacity, range_agg(open) as open from part group by 1, 2, 3),
    level as (
      select resource_id, day, capacity - lead(capacity, 1, 0) over fewer as seats, range_agg(open) over fewer as open
      from one window fewer as (partition by resource_id, day order by capacity desc))`;
}

/** Money of one day's bookings in one currency, minor units. */
export interface MoneyOfDay {
  date: string;
  currency: string;
  gross: number;
  /** Refunded, or lost in a dispute. */
  refunds: number;
  /** Cash still to be handed back. */
  owed: number;
  /** The part of gross less refunds that is fees for no-shows and late cancellations. */
  fees: number;
}

/** Deposits of one day's bookings in one currency, minor units. */
export interface DepositsOfDay {
  date: string;
  currency: string;
  deposits: number;
}

/**
 * The payments for the bookings of a range (including surplus ones), and the amounts returned
 * (refunded, or lost in a dispute), by the booking's day and currency.
 */
export async function readMoneyOf(
  db: Sql,
  scope: AnalyticsScope,
  range: AnalyticsRange,
): Promise<MoneyOfDay[]> {
  // Test bookings are excluded by their own index: reading b.livemode would rule out an index-only
  // scan of the range.
  const isReal = sql`${isIn(scope, range, sql`b`)}
    and not exists (select from booking t where t.tenant_id = ${scope.tenant_id} and t.id = b.id and not t.livemode)`;
  const { rows } = await db.query<MoneyOfDay>(
    sql`select ${dateOf(sql`day`, range)} as date, currency, sum(gross)::float8 as gross, sum(refunds)::float8 as refunds,
          sum(owed)::float8 as owed, coalesce(sum(gross - refunds) filter (where purpose <> 'booking'), 0)::float8 as fees
        from (
          select ${dayOf(sql`b.starts_at`, range)} as day, p.currency, p.purpose, p.amount as gross, 0 as refunds, 0 as owed
          from payment p join booking b on b.tenant_id = ${scope.tenant_id} and b.id = p.booking_id
          where p.tenant_id = ${scope.tenant_id} and p.status = any(${CAPTURED}::text[])
            and ${isReal}
          union all
          select ${dayOf(sql`b.starts_at`, range)}, r.currency, p.purpose, 0, case when r.status = 'succeeded' then r.amount else 0 end,
            case when r.status = 'owed' then r.amount else 0 end
          from refund r join booking b on b.tenant_id = ${scope.tenant_id} and b.id = r.booking_id
          join payment p on p.tenant_id = ${scope.tenant_id} and p.id = r.payment_id
          where r.tenant_id = ${scope.tenant_id} and r.status in ('succeeded', 'owed') and ${isReal}
          union all
          select ${dayOf(sql`b.starts_at`, range)}, d.currency, p.purpose, 0, d.amount, 0
          from dispute d join booking b on b.tenant_id = ${scope.tenant_id} and b.id = d.booking_id
          join payment p on p.tenant_id = ${scope.tenant_id} and p.id = d.payment_id
          where d.tenant_id = ${scope.tenant_id} and d.status = any(${LOST_DISPUTES}::text[]) and ${isReal}) moved
        group by day, currency`,
  );
  return rows;
}

/**
 * The amounts paid for bookings of a range that still take place and have a balance due after their
 * deposit, by day and currency.
 */
export async function readDepositsHeld(
  db: Sql,
  scope: AnalyticsScope,
  range: AnalyticsRange,
  now: number,
): Promise<DepositsOfDay[]> {
  const { rows } = await db.query<DepositsOfDay>(
    sql`select ${dateOf(sql`day`, range)} as date, currency, sum(paid_amount)::float8 as deposits
        from (
          select ${dayOf(sql`b.starts_at`, range)} as day, b.currency, b.price_amount - b.written_off_amount as price, ${paidAmount(scope.tenant_id)}
          from booking b
          where ${isBooked(scope, range)} and b.deposit_amount is not null and b.status = 'paid' and b.starts_at > ${new Date(now)}) held
        where paid_amount > 0 and paid_amount < price group by day, currency`,
  );
  return rows;
}

/** The names of resources: the present ones, or for deleted ones those in their bookings. */
export async function readNames(
  db: Sql,
  tenantId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; name: string }>(
    sql`select id, coalesce(
          (select r.name from resource r where r.tenant_id = ${tenantId} and r.id = wanted.id),
          (select b.resource_name from booking b where b.tenant_id = ${tenantId} and b.resource_id = wanted.id
            order by b.starts_at desc limit 1)) as name
        from unnest(${ids}::uuid[]) as wanted(id)`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
