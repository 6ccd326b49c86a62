import sql, { join, type Sql as Part } from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { pool } from "~/lib/db.server";
import { addDays, startOfDay } from "~/lib/time";
import { limitsOf, readLimits } from "../hours/read-limits.server";
import { type ServiceTerms, termsOn, type TermsOnResource } from "../quotes/service-terms";
import type { BusyResource } from "./preview-days";
import { bookingsOfPeriod } from "../seats/slot-parts.sql";

/** How many resources a preview reads; the first in order. */
const MAX_PREVIEWED = 12;

/** The fields of a schedule needed for its preview. */
export interface PreviewedSchedule extends ServiceTerms {
  id: string | null;
  resource_ids: string[];
  time_zone: string;
  min_notice_minutes: number;
  max_advance_days: number;
  max_per_day: number | null;
  max_per_week: number | null;
  max_per_month: number | null;
  processing: Schedule["processing"];
  /** What its bookings take besides. */
  needs: Schedule["needs"];
}

/**
 * The booking window of these rules: [first, last] in epoch ms, by the SQL functions that booking
 * uses.
 */
export async function readWindow({ min_notice_minutes, max_advance_days }: PreviewedSchedule) {
  const found = await pool.query<{ first: Date; last: Date }>(
    sql`select first_bookable_start(now(), ${min_notice_minutes}::int) as first, last_bookable_start(now(), ${max_advance_days}::int) as last`,
  );
  const { first, last } = found.rows[0]!; // a select without a table has one row
  return { first: first.getTime(), last: last.getTime() };
}

/**
 * The schedule's active resources in order, each with its busy times on the dates `from` to `to`.
 */
export async function readBusyResources(
  tenantId: string,
  schedule: PreviewedSchedule,
  from: string,
  to: string,
): Promise<BusyResource[]> {
  const found = await pool.query<{ id: string; name: string; capacity: number }>(
    sql`select id, name, capacity from resource where tenant_id = ${tenantId} and id = any(${schedule.resource_ids}::uuid[]) and active
        order by position, id limit ${MAX_PREVIEWED}`,
  );
  const ids = found.rows.map(({ id }) => id);
  const needs = await readNeeds(tenantId, schedule.needs);
  const needed = needs.flatMap(({ resources }) => resources.map((each) => each.id));
  const all = [...new Set([...ids, ...needed])];
  const [limits, busy, limited] = await Promise.all([
    readLimits(tenantId, ids),
    readBusy(tenantId, all, schedule.time_zone, from, to),
    readLimited(tenantId, schedule, ids, from, to),
  ]);
  return found.rows.map((resource) => ({
    ...resource,
    ...baseOf(termsOn(schedule, resource.id)),
    processing: schedule.processing,
    limits: limitsOf(limits, resource.id),
    busy: busy.filter(({ resource_id }) => resource_id === resource.id),
    needs: needs.map((need) => ({
      ...need,
      resources: need.resources.filter(({ id }) => id !== resource.id),
      taken: busy,
    })),
    limited: new Set(
      limited.flatMap(({ resource_id, date }) => (resource_id === resource.id ? [date] : [])),
    ),
  }));
}

const baseOf = ({ duration_minutes, price_amount }: TermsOnResource) => ({
  duration_minutes,
  price_amount,
});

/** The active resources that can serve needs, of a draft too. */
async function readNeeds(tenantId: string, needs: Schedule["needs"]) {
  if (needs.length === 0) return [];
  const found = await pool.query<{ no: number; id: string; capacity: number }>(
    sql`select n.no, r.id, r.capacity from unnest(${needs.map((_, no) => no)}::int[], ${needs.map(({ resource_id }) => resource_id)}::uuid[],
            ${needs.map(({ group_id }) => group_id)}::uuid[]) n (no, resource_id, group_id)
        left join resource_group_member m on m.tenant_id = ${tenantId} and m.group_id = n.group_id
        join resource r on r.tenant_id = ${tenantId} and r.id = coalesce(n.resource_id, m.resource_id) and r.active`,
  );
  return needs.map((need, no) => ({
    ...need,
    resources: found.rows.flatMap((row) =>
      row.no === no ? [{ id: row.id, capacity: row.capacity }] : [],
    ),
  }));
}

interface Taken {
  resource_id: string;
  lane: number | null;
  from: number;
  to: number;
}

async function readBusy(
  tenantId: string,
  ids: string[],
  zone: string,
  from: string,
  to: string,
): Promise<Taken[]> {
  // Buffers of the first and last slot reach beyond the dates.
  const [first, last] = [
    new Date(startOfDay(addDays(from, -1), zone)),
    new Date(startOfDay(addDays(to, 2), zone)),
  ];
  const found = await pool.query<Omit<Taken, "from" | "to"> & { starts_at: Date; ends_at: Date }>(
    sql`select c.resource_id, c.lane, c.starts_at, c.ends_at from claim c
        where c.tenant_id = ${tenantId} and c.resource_id = any(${ids}::uuid[]) and c.block_id is null
          and c.starts_at > ${first}::timestamptz - interval '2 days' -- no claim of a booking is longer (claim_time_check)
          and c.starts_at < ${last} and c.ends_at > ${first} and (c.lapses_at is null or c.lapses_at > now())
        union all
        select b.resource_id, null, b.starts_at, b.ends_at from block b
        where b.tenant_id = ${tenantId} and b.resource_id = any(${ids}::uuid[]) and b.starts_at < ${last} and b.ends_at > ${first}`,
  );
  return found.rows.map(({ resource_id, lane, starts_at, ends_at }) => ({
    resource_id,
    lane,
    from: starts_at.getTime(),
    to: ends_at.getTime(),
  }));
}

/** The days on which a resource has reached the schedule's limit for the day, week or month. */
async function readLimited(
  tenantId: string,
  { id, max_per_day, max_per_week, max_per_month, time_zone }: PreviewedSchedule,
  ids: string[],
  from: string,
  to: string,
): Promise<{ resource_id: string; date: string }[]> {
  if (id === null) return [];
  const of = {
    tenant: sql`${tenantId}::uuid`,
    resource: sql`r.id`,
    schedule: sql`${id}::uuid`,
    zone: sql`${time_zone}::text`,
  };
  const limits: [number | null, Part][] = [
    [max_per_day, bookingsOfPeriod("day", { ...of, first: sql`d` })],
    [max_per_week, bookingsOfPeriod("week", { ...of, first: sql`date_trunc('week', d)` })],
    [max_per_month, bookingsOfPeriod("month", { ...of, first: sql`date_trunc('month', d)` })],
  ];
  const reached = limits.flatMap(([max, count]) => (max === null ? [] : [sql`${count} >= ${max}`]));
  if (reached.length === 0) return [];
  const found = await pool.query<{ resource_id: string; date: string }>(
    sql`select r.id as resource_id, to_char(d, 'YYYY-MM-DD') as date
        from resource r cross join generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d
        where r.tenant_id = ${tenantId} and r.id = any(${ids}::uuid[]) and (${join(reached, " or ")})`,
  );
  return found.rows;
}
