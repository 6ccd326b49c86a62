import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { Assign } from "~/contract/service-fields";
import { pool, prepared, type Sql } from "~/lib/db.server";
import {
  inAssignOrder,
  inWantedLength,
  loadOf,
  periodOf,
} from "../bookings/place/find-candidates.sql.server";
import { bookingsOfPeriod, isBookable, type Period, slotReason } from "../seats/slot-parts.sql";

/** A part of a visit, for its candidates. */
export interface WantedPart {
  no: number;
  schedule_id: string;
  /** null: any. */
  resource_id: string | null;
  length_minutes: number | null;
  party_size: number;
}

/** A resource of a part's schedule. */
export interface CandidateRow {
  no: number;
  resource_id: string;
  capacity: number;
  assign: Assign;
  is_last: boolean;
  /** Local days on which the schedule's limit of the day, week or month is reached on it. */
  limited_days: string[];
  /** Epoch ms of the first start that guests may book, and of the last. */
  first_start: number;
  last_start: number;
}

interface Wish {
  parts: WantedPart[];
  /** The first and the last start. */
  starts: { from: Date; to: Date };
  guest: { id?: string | undefined; email?: string | null | undefined };
  /** The resources that the caller may book; null: all. */
  only: string[] | null;
}

/** The active resources of each part's schedule, in the order in which they are assigned. */
export async function readCandidates(
  db: Sql,
  tenantId: string,
  { parts, starts, guest, only }: Wish,
): Promise<CandidateRow[]> {
  const { first, end } = periodOf(starts.from);
  const isReached = (period: Period, most: Part): Part =>
    sql`case when ${most} is not null then ${most} <= ${bookingsOfPeriod(period, {
      tenant: sql`${tenantId}`,
      resource: sql`r.id`,
      schedule: sql`sc.id`,
      first: sql`date_trunc(${period}, days.day)`,
      zone: sql`sc.time_zone`,
    })} else false end`;
  // Later parts may start on the day after.
  const limitedDays = sql`(select coalesce(json_agg(to_char(days.day, 'YYYY-MM-DD')), '[]')
    from generate_series(date_trunc('day', ${starts.from}::timestamptz at time zone sc.time_zone),
      (${starts.to}::timestamptz at time zone sc.time_zone) + interval '1 day', interval '1 day') days (day)
    where num_nonnulls(sc.max_per_day, sc.max_per_week, sc.max_per_month) > 0
      and (${isReached("day", sql`sc.max_per_day`)} or ${isReached("week", sql`sc.max_per_week`)} or ${isReached("month", sql`sc.max_per_month`)}))`;
  const found = await db.query<CandidateRow>(
    sql`select j.no, j.resource_id, j.capacity, j.assign, j.is_last, j.limited_days, j.first_start, j.last_start from (
          select p.no, r.id as resource_id, r.capacity, r.position, sc.assign, coalesce((sr.terms ->> 'priority')::int, 0) as priority, coalesce(d.booked, 0) as booked,
            ${loadOf(sql`(coalesce(p.length_minutes, base_minutes(sc.duration_minutes, sr.terms)) + sc.buffer_before_minutes + sc.buffer_after_minutes) * p.party_size`)} as load,
            sc.assign = 'same_as_last_time' and r.id is not distinct from ${lastResource(tenantId, guest)} as is_last,
            ${limitedDays} as limited_days,
            ${epochMs(sql`first_bookable_start(now(), sc.min_notice_minutes)`)} as first_start, ${epochMs(sql`last_bookable_start(now(), sc.max_advance_days)`)} as last_start
          from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (no int, schedule_id uuid, resource_id uuid, length_minutes int, party_size int)
          join schedule sc on sc.tenant_id = ${tenantId} and sc.id = p.schedule_id and sc.active
          join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = sc.id and (p.resource_id is null or sr.resource_id = p.resource_id)
          join resource r on r.tenant_id = ${tenantId} and r.id = sr.resource_id and r.active ${only === null ? empty : sql`and r.id = any(${only}::uuid[])`}
          left join lateral (
            select sum(m.booked_minutes) as booked, sum(m.offered_minutes) as offered from resource_day m
            where m.tenant_id = ${tenantId} and m.resource_id = r.id and m.day >= ${first}::date and m.day < ${end}::date) d on true) j
        order by j.no, ${inAssignOrder}`,
  );
  return found.rows;
}

/** As a number: a bigint alone is read as text. */
const epochMs = (instant: Part): Part => sql`(extract(epoch from ${instant}) * 1000)::float8`;

/** The guest's last resource for schedule `sc`. */
function lastResource(tenantId: string, guest: Wish["guest"]): Part {
  if (!guest.id && !guest.email) return sql`null::uuid`;
  const isGuest = guest.id === undefined ? sql`c.email = ${guest.email}` : sql`c.id = ${guest.id}`;
  return sql`(select b.resource_id from customer c
    join booking b on b.tenant_id = ${tenantId} and b.customer_id = coalesce(c.merged_into, c.id)
    where sc.assign = 'same_as_last_time' and c.tenant_id = ${tenantId} and ${isGuest} and b.schedule_id = sc.id and is_live(b.status)
    order by b.starts_at desc, b.id desc limit 1)`;
}

/** A time in which a resource is taken, epoch ms. */
interface TakenTime {
  from: number;
  to: number;
}

/** The taken time of a resource: of its bookings and holds, and of its blocks. */
export interface BusyRow {
  resource_id: string;
  name: string;
  claims: (TakenTime & { lane: number })[];
  blocks: TakenTime[];
}

/** The taken time of resources between two instants, without holds that have lapsed. */
export async function readBusy(
  db: Sql,
  tenantId: string,
  resourceIds: string[],
  { from, to }: { from: Date; to: Date },
): Promise<BusyRow[]> {
  const found = await db.query<BusyRow>(
    prepared(sql`
      select r.id as resource_id, r.name,
        (select coalesce(json_agg(json_build_object('lane', c.lane, 'from', ${epochMs(sql`c.starts_at`)}, 'to', ${epochMs(sql`c.ends_at`)})), '[]') from claim c
          where c.tenant_id = ${tenantId} and c.resource_id = r.id and c.block_id is null and c.starts_at < ${to} and c.ends_at > ${from}
            and c.starts_at > ${from}::timestamptz - r.longest_minutes * interval '1 minute'
            and (c.lapses_at is null or c.lapses_at > now())) as claims,
        (select coalesce(json_agg(json_build_object('from', ${epochMs(sql`b.starts_at`)}, 'to', ${epochMs(sql`b.ends_at`)})), '[]') from block b
          where b.tenant_id = ${tenantId} and b.resource_id = r.id and b.starts_at < ${to} and b.ends_at > ${from}) as blocks
      from resource r where r.tenant_id = ${tenantId} and r.id = any(${resourceIds}::uuid[])`),
  );
  return found.rows;
}

/** A slot that was closed by hand. */
export interface ClosedTime extends TakenTime {
  schedule_id: string;
  resource_id: string;
}

/** The slots of schedules closed by hand between two instants. */
export async function readClosedTimes(
  db: Sql,
  tenantId: string,
  scheduleIds: string[],
  { from, to }: { from: Date; to: Date },
): Promise<ClosedTime[]> {
  const found = await db.query<ClosedTime>(
    prepared(sql`
      select s.schedule_id, s.resource_id, ${epochMs(sql`s.starts_at`)} as "from", ${epochMs(sql`s.ends_at`)} as "to" from slot s
      where s.tenant_id = ${tenantId} and s.schedule_id = any(${scheduleIds}::uuid[]) and s.status = 'closed'
        and s.starts_at < ${to} and s.starts_at > ${from}::timestamptz - interval '1 day' and s.ends_at > ${from}`),
  );
  return found.rows;
}

/** The starts between two instants at which a part can be booked, by resource. */
export async function readStarts(
  tenantId: string,
  part: WantedPart,
  resourceIds: string[],
  { from, to }: { from: Date; to: Date },
  at_the_desk: boolean,
): Promise<{ resource_id: string; starts_at: Date }[]> {
  const { slots, isOffered } = inWantedLength(tenantId, part.length_minutes ?? undefined);
  const found = await pool.query<{ resource_id: string; starts_at: Date }>(
    prepared(sql`
      select s.resource_id, s.starts_at from ${slots} s
      join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
      join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.schedule_id and sr.resource_id = s.resource_id
      where s.tenant_id = ${tenantId} and s.schedule_id = ${part.schedule_id} and s.resource_id = any(${resourceIds}::uuid[])
        and s.starts_at >= ${from} and s.starts_at < ${to} and ${isBookable(sql`s`, tenantId)} and ${isOffered}
        and ${slotReason(tenantId, part.party_size, { at_the_desk })} is null
      order by s.starts_at`),
  );
  return found.rows;
}
