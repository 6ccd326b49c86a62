import sql, { type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { readOffered } from "../analytics/analytics.sql.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { isSwitchedOn } from "../seats/slot-parts.sql";
import type { CalendarData, CalendarMonth, CalendarSlot } from "./calendar-data";
import {
  type CalendarRange,
  closedDaysIn,
  epochMs,
  pickerColumns,
  shownResources,
  visitOf,
} from "./shown-resources.sql";

/** Row limits of a page: beyond them, the rows that start last are left out. */
type Bounds = Record<"bookings" | "slots" | "blocks" | "holds", number>;
/** About 1.5 MB. */
const OF_GRID: Bounds = { bookings: 1000, slots: 2000, blocks: 300, holds: 300 };
const OF_LIST: Bounds = { bookings: 200, slots: 200, blocks: 200, holds: 200 };

/**
 * The calendar's data from `from` to `to` (at most a few days), in one round trip: resources in
 * order with their hours, their schedules' hours, the company's closed days, live bookings with
 * buffers, slots with their waiting lists, time off, and visitors' holds. A list shows no free
 * times, so it only includes slots with several seats. Beyond the page's limits, what starts last
 * is left out. People limited to some resources see only those.
 */
export async function readCalendar(
  actor: StaffActor,
  range: CalendarRange,
  kind: "grid" | "list" = "grid",
): Promise<CalendarData> {
  const tenantId = actor.tenant.id;
  const { from, to } = range;
  const most = kind === "grid" ? OF_GRID : OF_LIST;
  /** Reads one more to detect whether there are more. */
  const cut = (of: keyof Bounds): Part => sql`limit ${most[of] + 1}`;
  const found = await pool.query<Read>(sql`
    with ${shownResources(actor, range)}
    select ${pickerColumns},
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'type', v.type, 'color', v.color, 'capacity', v.capacity, 'hours', case
            when h.id is not null then json_build_object('time_zone', h.time_zone, 'rules', h.rules, 'overrides', h.overrides,
              'valid_from', h.valid_from, 'valid_to', h.valid_to) end) order by v.position, v.id), '[]')
        from shown v left join hours h on h.tenant_id = ${tenantId} and h.id = v.hours_id) as resources,
      (select coalesce(json_agg(date order by date), '[]') from closed_day where tenant_id = ${tenantId}
        and date >= ${from}::timestamptz::date - 4 and date <= ${to}::timestamptz::date + 2) as closed_dates,
      (select coalesce(json_agg(json_build_object('id', sc.id, 'name', sc.name, 'time_zone', sc.time_zone, 'rules', sc.rules,
            'overrides', sc.overrides, 'valid_from', sc.valid_from, 'valid_to', sc.valid_to,
            'resource_ids', (select coalesce(json_agg(sr.resource_id), '[]') from schedule_resource sr
              where sr.tenant_id = ${tenantId} and sr.schedule_id = sc.id)) order by sc.created_at, sc.id), '[]')
        from (select * from schedule s where s.tenant_id = ${tenantId} and s.active order by s.created_at, s.id limit 200) sc) as schedules,
      (select coalesce(json_agg(b), '[]') from (
        select b.id, b.reference, b.resource_id, b.resource_name, b.schedule_id, b.slot_id, b.status, b.pending_reason,
            ${epochMs(sql`b.expires_at`)} as expires_ms, b.payment_status,
            ${epochMs(sql`b.starts_at`)} as starts_ms, ${epochMs(sql`b.ends_at`)} as ends_ms,
            ${epochMs(sql`coalesce(c.starts_at, b.starts_at)`)} as occupies_from_ms, ${epochMs(sql`coalesce(case when b.processing is not null then (select max(l.ends_at) from claim l where l.tenant_id = ${tenantId} and l.need_of = b.id and l.need_no = 0) end, c.ends_at, b.ends_at)`)} as occupies_to_ms,
            b.processing, b.party_size, b.customer_name, coalesce(b.notes, '') <> '' as has_notes,
            case when b.needs = '[]' then '[]' else (select coalesce(json_agg(json_build_object('no', n.need_no, 'resource_id', n.resource_id, 'name', n.name,
                'from_ms', n.from_ms, 'to_ms', n.to_ms)), '[]') from (
              select k.need_no, k.resource_id, min(r.name) as name, min(${epochMs(sql`k.starts_at`)}) as from_ms, max(${epochMs(sql`k.ends_at`)}) as to_ms from claim k
              join resource r on r.tenant_id = ${tenantId} and r.id = k.resource_id
              where k.tenant_id = ${tenantId} and k.need_of = b.id and k.need_no > 0 group by k.resource_id, k.need_no order by k.need_no) n) end as needs,
            ${visitOf(sql`b`)} as visit, b.version, b.price_amount
        from (
          select o.* from booking o where o.tenant_id = ${tenantId} and o.resource_id = any((select list from ids)::uuid[])
            and o.starts_at < ${to} and o.ends_at > ${from} and o.starts_at > ${from}::timestamptz - interval '1 day'
          union all ${bookingsByNeed(actor, range)}) b
        left join lateral (select k.starts_at, k.ends_at from claim k
          where k.tenant_id = ${tenantId} and k.booking_id = b.id order by k.lane limit 1) c on true
        where is_live(b.status)
          and b.starts_at < ${to} and b.ends_at > ${from} and b.starts_at > ${from}::timestamptz - interval '1 day'
          and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())
        order by b.starts_at, b.id ${cut("bookings")}) b) as bookings,
      (select coalesce(json_agg(s), '[]') from (
        select s.id, s.resource_id, s.schedule_id, ${epochMs(sql`s.starts_at`)} as starts_ms, ${epochMs(sql`s.ends_at`)} as ends_ms,
            ${epochMs(sql`s.occupies_from`)} as occupies_from_ms, ${epochMs(sql`s.occupies_to`)} as occupies_to_ms,
            s.capacity, s.taken, s.shown_status as status, s.blocked, s.is_drawn,
            (select count(*)::int from waitlist_entry w where w.tenant_id = ${tenantId} and w.slot_id = s.id and w.status = 'waiting') as waiting
        from (${slotsByNeed(tenantId, range, kind)} ${cut("slots")}) s) s) as slots,
      (select coalesce(json_agg(o), '[]') from (
        select b.id, b.resource_id, ${epochMs(sql`b.starts_at`)} as starts_ms, ${epochMs(sql`b.ends_at`)} as ends_ms, b.reason,
            (select u.name from audit_row a join tenant_user u on u.tenant_id = ${tenantId} and u.id::text = a.actor ->> 'id'
              where a.tenant_id = ${tenantId} and a.entity = 'block' and a.entity_id = b.id::text and a.action = 'block.created'
              limit 1) as made_by
        from block b where b.tenant_id = ${tenantId} and b.resource_id = any((select list from ids)::uuid[]) and b.source = 'staff'
          and b.starts_at < ${to} and b.ends_at > ${from}
        order by b.starts_at, b.id ${cut("blocks")}) o) as blocks,
      (select coalesce(json_agg(h), '[]') from (
        select h.id, h.resource_id, h.slot_id, ${epochMs(sql`s.starts_at`)} as starts_ms, ${epochMs(sql`s.ends_at`)} as ends_ms,
            h.party_size, ${epochMs(sql`h.expires_at`)} as expires_ms
        from hold h join slot s on s.tenant_id = ${tenantId} and s.id = h.slot_id
        where h.tenant_id = ${tenantId} and h.resource_id = any((select list from ids)::uuid[]) and h.expires_at > now()
          and s.starts_at < ${to} and s.ends_at > ${from}
        order by s.starts_at, h.id ${cut("holds")}) h) as holds`);
  return withinBounds(found.rows[0]!, most); // a select without a table
}

/**
 * Bookings of resources that are not shown, which take one that is; for people limited to some
 * resources only those they may see.
 */
function bookingsByNeed(actor: StaffActor, { from, to }: CalendarRange): Part {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  return sql`select n.* from booking n where n.tenant_id = ${tenantId} and n.id in (
      select k.need_of from claim k where k.tenant_id = ${tenantId} and k.resource_id = any((select list from ids)::uuid[]) and k.need_of is not null
        and k.starts_at < ${to} and k.ends_at > ${from} and k.starts_at > ${from}::timestamptz - interval '2 days')
    and n.resource_id <> all((select list from ids)::uuid[]) and (${limit}::uuid[] is null or n.resource_id = any(${limit}::uuid[]))`;
}

/**
 * The slots of the shown resources, those that are drawn first: with several seats, and of free
 * ones the first per start, because a person with many services has many at the same time. Then by
 * start.
 */
function slotsByNeed(tenantId: string, { from, to }: CalendarRange, kind: "grid" | "list"): Part {
  return sql`select s.*, s.capacity > 1 or s.is_free and row_number() over (partition by s.resource_id, s.starts_at, s.is_free order by s.id) = 1 as is_drawn
    from (
      select s.*, st.shown_status, st.shown_status = 'open' and not s.blocked and s.taken = 0 as is_free
      from slot s, lateral (select case when ${isSwitchedOn(sql`s`, tenantId)} then s.status else 'closed' end as shown_status) st
      where s.tenant_id = ${tenantId} and s.resource_id = any((select list from ids)::uuid[])
        and s.starts_at >= ${from} and s.starts_at < ${to} and (s.capacity > 1 or ${kind === "grid"})
    ) s
    order by is_drawn desc, s.starts_at, s.id`;
}

/** The raw result: one row more than the limit of each kind, if there are more. */
type Read = Omit<CalendarData, "left_out_from_ms" | "slots"> & {
  slots: (CalendarSlot & { is_drawn: boolean })[];
};

/** Cuts the data to the page's limits, and determines from when on it is incomplete. */
function withinBounds(data: Read, most: Bounds): CalendarData {
  const beyond = [
    data.bookings[most.bookings],
    // A free time looks the same without others of the same start.
    data.slots[most.slots]?.is_drawn ? data.slots[most.slots] : undefined,
    data.blocks[most.blocks],
    data.holds[most.holds],
  ];
  const firstLeftOut = beyond.flatMap((row) => row?.starts_ms ?? []);
  return {
    ...data,
    bookings: data.bookings.slice(0, most.bookings),
    slots: data.slots
      .slice(0, most.slots)
      .map(({ is_drawn: _drawn, ...slot }) => slot)
      .sort((a, b) => a.starts_ms - b.starts_ms || (a.id < b.id ? -1 : 1)),
    blocks: data.blocks.slice(0, most.blocks),
    holds: data.holds.slice(0, most.holds),
    left_out_from_ms: firstLeftOut.length === 0 ? null : Math.min(...firstLeftOut),
  };
}

/**
 * Bookings, offered time and closed days of a range, by the tenant's dates; days without any are
 * omitted. Throws rate_limited and not_ready (heavyRead).
 */
export async function readCalendarMonth(
  actor: StaffActor,
  range: CalendarRange,
): Promise<CalendarMonth> {
  const tenantId = actor.tenant.id;
  const { from, to } = range;
  const zone = actor.tenant.time_zone;
  const found = await pool.query<Omit<CalendarMonth, "offered"> & { shown: string[] }>(sql`
    with ${shownResources(actor, range)}, booked as (
      select to_char(b.starts_at at time zone ${zone}, 'YYYY-MM-DD') as date, count(*)::int as bookings,
        sum(b.party_size * date_part('epoch', b.ends_at - b.starts_at) / 60)::float8 as booked_minutes
      from booking b where b.tenant_id = ${tenantId} and b.resource_id = any((select list from ids)::uuid[]) and is_live(b.status)
        and b.starts_at >= ${from} and b.starts_at < ${to} group by 1
    )
    select ${pickerColumns}, (select list from ids) as shown,
      (select coalesce(json_agg(booked order by date), '[]') from booked) as figures,
      ${closedDaysIn(actor, range)} as closed`);
  const { shown, ...month } = found.rows[0]!; // a select without a table
  const days = { from: from.getTime(), to: to.getTime(), time_zone: zone };
  const offered = await heavyRead(tenantId, (db) =>
    readOffered(db, { tenant_id: tenantId, among: [shown] }, days),
  );
  return { ...month, offered };
}
