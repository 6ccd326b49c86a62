import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import type { CalendarData, CalendarDayFigures } from "./calendar-data";

/** More than any page draws; a range that holds more is cut by start. */
const MOST_ROWS = 3000;

/**
 * What a calendar shows of the time from `from` to `to` (at most a few days), in one trip: resources in their order (`resource_ids`: these
 * alone), their schedules' hours, the bookings that are not cancelled, and the slots with who waits for them. People who are limited to
 * some resources see those.
 */
export async function readCalendar(
  actor: StaffActor,
  range: { from: Date; to: Date; resource_ids: readonly string[] | null },
): Promise<CalendarData> {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const { from, to, resource_ids: wanted } = range;
  const found = await pool.query<CalendarData>(sql`
    with shown as (
      select id, name, color, capacity, position from resource r
      where r.tenant_id = ${tenantId} and r.active and (${limit}::uuid[] is null or r.id = any(${limit}::uuid[]))
        and (${wanted}::uuid[] is null or r.id = any(${wanted}::uuid[]))
      order by r.position, r.id limit 200
    ), ids as materialized (select coalesce(array_agg(id), '{}') as list from shown)
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'color', color, 'capacity', capacity) order by position, id), '[]')
        from shown) as resources,
      (select coalesce(json_agg(json_build_object('id', sc.id, 'name', sc.name, 'time_zone', sc.time_zone, 'rules', sc.rules,
            'overrides', sc.overrides, 'valid_from', sc.valid_from, 'valid_to', sc.valid_to,
            'resource_ids', (select coalesce(json_agg(sr.resource_id), '[]') from schedule_resource sr
              where sr.tenant_id = sc.tenant_id and sr.schedule_id = sc.id)) order by sc.created_at, sc.id), '[]')
        from (select * from schedule s where s.tenant_id = ${tenantId} and s.active order by s.created_at, s.id limit 200) sc) as schedules,
      (select coalesce(json_agg(b), '[]') from (
        select b.id, b.reference, b.resource_id, b.schedule_id, b.slot_id, b.status, b.pending_reason,
            (extract(epoch from b.expires_at) * 1000)::bigint as expires_ms, b.payment_status,
            (extract(epoch from b.starts_at) * 1000)::bigint as starts_ms, (extract(epoch from b.ends_at) * 1000)::bigint as ends_ms,
            b.party_size, b.customer_name, coalesce(b.notes, '') <> '' as has_notes, b.version
        from booking b where b.tenant_id = ${tenantId} and b.resource_id = any((select list from ids)::uuid[]) and is_live(b.status)
          and b.starts_at < ${to} and b.ends_at > ${from} and b.starts_at > ${from}::timestamptz - interval '1 day'
          and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())
        order by b.starts_at, b.id limit ${MOST_ROWS}) b) as bookings,
      (select coalesce(json_agg(s), '[]') from (
        select s.id, s.resource_id, s.schedule_id, (extract(epoch from s.starts_at) * 1000)::bigint as starts_ms,
            (extract(epoch from s.ends_at) * 1000)::bigint as ends_ms, s.capacity, s.taken, s.status,
            (select count(*)::int from waitlist_entry w where w.tenant_id = s.tenant_id and w.slot_id = s.id and w.status = 'waiting') as waiting
        from slot s where s.tenant_id = ${tenantId} and s.resource_id = any((select list from ids)::uuid[])
          and s.starts_at >= ${from} and s.starts_at < ${to}
        order by s.starts_at, s.id limit ${MOST_ROWS}) s) as slots`);
  return found.rows[0]!; // a select without a table
}

/** The days of a range that hold bookings or slots, by the tenant's dates. */
export async function readCalendarMonth(
  actor: StaffActor,
  range: { from: Date; to: Date; resource_ids: readonly string[] | null },
): Promise<CalendarDayFigures[]> {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const { from, to, resource_ids: wanted } = range;
  const zone = actor.tenant.time_zone;
  const found = await pool.query<CalendarDayFigures>(sql`
    with ids as materialized (
      select coalesce(array_agg(r.id), '{}') as list from resource r
      where r.tenant_id = ${tenantId} and (${limit}::uuid[] is null or r.id = any(${limit}::uuid[]))
        and (${wanted}::uuid[] is null or r.id = any(${wanted}::uuid[]))
    ), booked as (
      select to_char(b.starts_at at time zone ${zone}, 'YYYY-MM-DD') as date, count(*)::int as bookings
      from booking b where b.tenant_id = ${tenantId} and b.resource_id = any((select list from ids)::uuid[]) and is_live(b.status)
        and b.starts_at >= ${from} and b.starts_at < ${to} group by 1
    ), offered as (
      select to_char(s.starts_at at time zone ${zone}, 'YYYY-MM-DD') as date, sum(s.capacity)::int as seats,
        sum(least(s.taken, s.capacity))::int as taken
      from slot s where s.tenant_id = ${tenantId} and s.resource_id = any((select list from ids)::uuid[]) and s.status = 'open'
        and s.starts_at >= ${from} and s.starts_at < ${to} group by 1
    )
    select date, coalesce(bookings, 0) as bookings, coalesce(seats, 0) as seats, coalesce(taken, 0) as taken
    from booked full join offered using (date) order by date`);
  return found.rows;
}
