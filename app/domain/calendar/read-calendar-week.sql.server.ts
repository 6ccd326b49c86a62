import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { readOfferedByResource } from "../analytics/analytics.sql.server";
import { isUndecided } from "../bookings/read/undecided.sql";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { isSwitchedOn } from "../seats/slot-parts.sql";
import type { CalendarWeek } from "./calendar-data";
import {
  type CalendarRange,
  closedDaysIn,
  epochMs,
  pickerColumns,
  shownResources,
  visitOf,
} from "./shown-resources.sql";

const MAX_TIME_OFF = 500;

type Shown = Pick<CalendarWeek, "pickable" | "picked" | "resources" | "closed">;
type Entered = Pick<CalendarWeek, "days" | "entries" | "time_off">;

/**
 * A week of several resources: of each day its first `entries_each` bookings and classes, how many
 * there are, and how much of the offered time is booked. null if fewer than two resources are
 * shown. Throws rate_limited and not_ready (heavyRead).
 */
export async function readCalendarWeek(
  actor: StaffActor,
  range: CalendarRange,
  entries_each: number,
): Promise<CalendarWeek | null> {
  const { id: tenant_id, time_zone } = actor.tenant;
  const found = await pool.query<Shown>(sql`
    with ${shownResources(actor, range)}
    select ${pickerColumns}, ${closedDaysIn(actor, range)} as closed,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'color', color) order by position, id), '[]') from shown) as resources`);
  const shown = found.rows[0]!; // a select without a table
  const ids = shown.resources.map(({ id }) => id);
  if (ids.length < 2) return null;
  const days = { from: range.from.getTime(), to: range.to.getTime(), time_zone };
  return heavyRead(tenant_id, async (db) => ({
    ...shown,
    ...(await readEntries(db, actor, range, ids, entries_each)),
    offered: await readOfferedByResource(db, { tenant_id, among: [ids] }, days),
  }));
}

async function readEntries(
  db: Sql,
  actor: StaffActor,
  { from, to }: CalendarRange,
  ids: string[],
  most: number,
): Promise<Entered> {
  const { id: tenantId, time_zone } = actor.tenant;
  const limit = resourceLimit(actor);
  const dateOf = (instant: Part): Part =>
    sql`to_char(${instant} at time zone ${time_zone}, 'YYYY-MM-DD')`;
  const { rows } = await db.query<Entered>(sql`
    with off as materialized (
      select k.id, k.resource_id, k.starts_at, k.ends_at, k.reason from block k
      where k.tenant_id = ${tenantId} and k.resource_id = any(${ids}::uuid[]) and k.source = 'staff'
        and k.starts_at < ${to} and k.ends_at > ${from}
      order by k.starts_at, k.id limit ${MAX_TIME_OFF}
    ), class as materialized (
      select s.id, s.resource_id, s.schedule_id, s.starts_at, s.taken, s.capacity from slot s
      where s.tenant_id = ${tenantId} and s.resource_id = any(${ids}::uuid[])
        and s.starts_at >= ${from} and s.starts_at < ${to} and s.capacity > 1
        and (s.taken > 0 or s.status = 'open' and ${isSwitchedOn(sql`s`, tenantId)})
    ), booked as materialized (
      select b.id, b.resource_id, b.schedule_id, b.slot_id, b.starts_at, b.status, b.party_size, b.customer_name,
        b.party_size * date_part('epoch', b.ends_at - b.starts_at) / 60 as minutes, ${visitOf(sql`b`)} as visit,
        ${isUndecided} and exists (select from off where off.resource_id = b.resource_id
          and off.starts_at < b.ends_at and off.ends_at > b.starts_at) as is_in_off
      from booking b where b.tenant_id = ${tenantId} and b.resource_id = any(${ids}::uuid[]) and is_live(b.status)
        and b.starts_at >= ${from} and b.starts_at < ${to}
        and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())
    ), needed as materialized (
      select b.id, k.resource_id, b.resource_name, b.schedule_id, b.status, b.party_size, b.customer_name, ${visitOf(sql`b`)} as visit, k.starts_at, k.minutes
      from (
        select k.need_of, k.resource_id, min(k.starts_at) as starts_at, sum(date_part('epoch', k.ends_at - k.starts_at) / 60) as minutes
        from claim k where k.tenant_id = ${tenantId} and k.resource_id = any(${ids}::uuid[]) and k.need_of is not null and k.need_no > 0
          and k.starts_at >= ${from} and k.starts_at < ${to}
        group by k.need_of, k.resource_id) k
      join booking b on b.tenant_id = ${tenantId} and b.id = k.need_of and is_live(b.status)
      where (${limit}::uuid[] is null or b.resource_id = any(${limit}::uuid[]))
        and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())
    ), entry as (
      select 'booking' as kind, b.id, b.resource_id, b.schedule_id, ${dateOf(sql`b.starts_at`)} as date, b.starts_at,
        b.status, b.customer_name, b.party_size, 0 as taken, 0 as capacity, null as "of", b.visit
      from booked b where not exists (select from class where class.id = b.slot_id)
      union all
      select 'need', n.id, n.resource_id, n.schedule_id, ${dateOf(sql`n.starts_at`)}, n.starts_at, n.status, n.customer_name, n.party_size, 0, 0,
        n.resource_name, n.visit
      from needed n
      union all
      select 'class', c.id, c.resource_id, c.schedule_id, ${dateOf(sql`c.starts_at`)}, c.starts_at, null, null, 1, c.taken, c.capacity, null, null
      from class c
    ), placed as materialized (
      select e.*, row_number() over (partition by e.resource_id, e.date order by e.starts_at, e.id) as place from entry e
    ), one as (
      select resource_id, date, count(*) as entries, 0 as bookings, 0::float8 as minutes, 0 as to_move from placed group by 1, 2
      union all
      select resource_id, ${dateOf(sql`starts_at`)}, 0, count(*), sum(minutes), count(*) filter (where is_in_off) from booked group by 1, 2
      union all
      select resource_id, ${dateOf(sql`starts_at`)}, 0, count(*), sum(minutes), 0 from needed group by 1, 2
    )
    select
      (select coalesce(json_agg(d), '[]') from (
        select resource_id, date, sum(entries)::int as entries, sum(bookings)::int as bookings, sum(minutes)::float8 as booked_minutes,
          sum(to_move)::int as to_move from one group by 1, 2) d) as days,
      (select coalesce(json_agg(e), '[]') from (
        select p.kind, p.id, p.resource_id, p.date, ${epochMs(sql`p.starts_at`)} as starts_ms, s.name as service, p.status, p.customer_name,
          p.party_size, p.taken, p.capacity, p."of", p.visit
        from placed p left join schedule s on s.tenant_id = ${tenantId} and s.id = p.schedule_id
        where p.place <= ${most} order by p.starts_at, p.id) e) as entries,
      (select coalesce(json_agg(o), '[]') from (
        select id, resource_id, ${epochMs(sql`starts_at`)} as starts_ms, ${epochMs(sql`ends_at`)} as ends_ms, reason from off order by starts_at, id) o) as time_off`);
  return rows[0]!; // a select without a table
}
