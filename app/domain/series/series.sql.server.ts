import sql, { empty } from "sql-template-tag";
import type { IfTaken } from "~/contract/booking-series";
import type { BookingStatus } from "~/contract/bookings";
import { pool, type Sql } from "~/lib/db.server";

// A series and its dates. The request is stored only while dates are still to be booked.

export interface SeriesKey {
  tenant_id: string;
  id: string;
}

export interface SeriesRow extends SeriesKey {
  /** null: the dates of a course. */
  rrule: string | null;
  time_zone: string;
  if_taken: IfTaken;
  /** null: any resource of the schedule. */
  resource_id: string | null;
  schedule_id: string | null;
  /** The booking without its time, as JSON; null once the series is done, or its guest erased. */
  request: unknown;
  state: "running" | "done";
  created_by: { kind: string; id: string | null };
  livemode: boolean;
}

export interface DateRow {
  no: number;
  starts_at: Date;
  state: "planned" | "booked" | "skipped";
  reason: string | null;
  booking_id: string;
}

/** A date with its booking; null columns: it has none. */
export interface BookedDate extends DateRow {
  resource_id: string | null;
  status: BookingStatus | null;
  booking_starts_at: Date | null;
  price_amount: number | null;
  currency: string | null;
}

export interface SeriesService {
  schedule_id: string | null;
  time_zone: string;
  /** null: no schedule. */
  max_advance_days: number | null;
}

/**
 * The schedule of a series with its zone: the one named, or the only one with a slot at the first
 * start. Without one it is in the company's zone.
 */
export async function readSeriesService(
  tenantId: string,
  first: { schedule_id: string | null; resource_id: string | null; starts_at: Date },
): Promise<SeriesService> {
  const found = await pool.query<SeriesService>(
    sql`select sc.id as schedule_id, coalesce(sc.time_zone, t.time_zone) as time_zone, sc.max_advance_days
        from tenant t left join schedule sc on sc.tenant_id = ${tenantId}
          and sc.id = coalesce(${first.schedule_id}::uuid, (select min(s.schedule_id::text)::uuid from slot s
            where s.tenant_id = ${tenantId} and s.resource_id = ${first.resource_id}::uuid and s.starts_at = ${first.starts_at}
            having count(distinct s.schedule_id) = 1))
        where t.id = ${tenantId}`,
  );
  return found.rows[0]!; // the actor's tenant
}

/** The schedule's resources, at most those of `among`; null: all. */
export async function resourcesOf(
  db: Sql,
  tenantId: string,
  scheduleId: string,
  among: string[] | null,
): Promise<string[]> {
  const found = await db.query<{ resource_id: string }>(
    sql`select resource_id from schedule_resource where tenant_id = ${tenantId} and schedule_id = ${scheduleId}
          ${among === null ? empty : sql`and resource_id = any(${among}::uuid[])`}`,
  );
  return found.rows.map(({ resource_id }) => resource_id);
}

export async function insertSeries(db: Sql, row: SeriesRow, dates: DateRow[]): Promise<void> {
  const { tenant_id, id, request, created_by } = row;
  await db.query(
    sql`insert into booking_series (tenant_id, id, rrule, time_zone, if_taken, resource_id, schedule_id, request, state, created_by, livemode)
        values (${tenant_id}, ${id}, ${row.rrule}, ${row.time_zone}, ${row.if_taken}, ${row.resource_id}, ${row.schedule_id},
          ${request === null ? null : JSON.stringify(request)}, ${row.state}, ${JSON.stringify(created_by)}, ${row.livemode})`,
  );
  await db.query(
    sql`insert into booking_series_date (tenant_id, series_id, no, starts_at, state, reason, booking_id)
        select ${tenant_id}::uuid, ${id}::uuid, d.no, d.starts_at, d.state, d.reason, d.booking_id
        from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d (no int, starts_at timestamptz, state text, reason text, booking_id uuid)`,
  );
}

export async function findSeries(db: Sql, { tenant_id, id }: SeriesKey): Promise<SeriesRow | null> {
  const found = await db.query<SeriesRow>(
    sql`select tenant_id, id, rrule, time_zone, if_taken, resource_id, schedule_id, request, state, created_by, livemode
        from booking_series where tenant_id = ${tenant_id} and id = ${id}`,
  );
  return found.rows[0] ?? null;
}

export async function readDates(db: Sql, { tenant_id, id }: SeriesKey): Promise<BookedDate[]> {
  const found = await db.query<BookedDate>(
    sql`select d.no, d.starts_at, d.state, d.reason, d.booking_id, b.resource_id, b.status, b.starts_at as booking_starts_at, b.price_amount, b.currency
        from booking_series_date d
        left join booking b on b.tenant_id = ${tenant_id} and b.id = d.booking_id
        where d.tenant_id = ${tenant_id} and d.series_id = ${id} order by d.no`,
  );
  return found.rows;
}

export async function plannedDates(db: Sql, { tenant_id, id }: SeriesKey): Promise<DateRow[]> {
  const found = await db.query<DateRow>(
    sql`select no, starts_at, state, reason, booking_id from booking_series_date
        where tenant_id = ${tenant_id} and series_id = ${id} and state = 'planned' order by no`,
  );
  return found.rows;
}

/** The record of the series' guest; undefined: no date is booked yet. */
export async function customerOfSeries(
  db: Sql,
  { tenant_id, id }: SeriesKey,
): Promise<string | undefined> {
  const found = await db.query<{ customer_id: string }>(
    sql`select customer_id from booking where tenant_id = ${tenant_id} and series_id = ${id} order by series_no limit 1`,
  );
  return found.rows[0]?.customer_id;
}

/**
 * Marks a date as booked, in the transaction of its booking; false: it was booked or left out
 * before. A second attempt at the same time waits for the first.
 */
export async function takeDate(db: Sql, key: SeriesKey, no: number): Promise<boolean> {
  const taken = await db.query(
    sql`update booking_series_date set state = 'booked' where tenant_id = ${key.tenant_id} and series_id = ${key.id} and no = ${no} and state = 'planned'`,
  );
  return taken.rowCount === 1;
}

export async function skipDate(key: SeriesKey, no: number, reason: string): Promise<void> {
  await pool.query(
    sql`update booking_series_date set state = 'skipped', reason = ${reason}
        where tenant_id = ${key.tenant_id} and series_id = ${key.id} and no = ${no} and state = 'planned'`,
  );
}

/** Ends a series without planned dates, and forgets the request; false: it has ended before. */
export async function endSeries(db: Sql, { tenant_id, id }: SeriesKey): Promise<boolean> {
  const ended = await db.query(
    sql`update booking_series set state = 'done', request = null where tenant_id = ${tenant_id} and id = ${id} and state = 'running'`,
  );
  return ended.rowCount === 1;
}

/** The bookings of its booked dates. */
export async function bookedOf(db: Sql, { tenant_id, id }: SeriesKey): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenant_id} and series_id = ${id}`,
  );
  return found.rows.map((booking) => booking.id);
}
