import sql, { empty, type Sql as Part } from "sql-template-tag";
import { isOutsideGap } from "./slots-in-length.sql";
import { hasUnmetNeed, hasUnmetNeedIn, type ManyTimes } from "./unmet-needs.sql";

/** Whether a slot is active and outside every block. */
export const isOpen = (slot: Part): Part => sql`${slot}.status = 'open' and not ${slot}.blocked`;

/**
 * Whether a slot's resource and its schedule, if any, are active: used to count many slots.
 * is-offered.sql checks more before a slot is offered.
 */
export const isSwitchedOn = (slot: Part, tenantId: string): Part => sql`
  ${slot}.resource_id in (select id from resource where tenant_id = ${tenantId} and active)
  and (${slot}.schedule_id is null or ${slot}.schedule_id in (select id from schedule where tenant_id = ${tenantId} and active))`;

/**
 * The rule of is_offered (is-offered.sql) as an SQL part for statements over many slots: within
 * one, a node of a cluster cannot call a function that reads tables. A test checks that both agree.
 */
export const isBookable = (slot: Part, tenantId: string): Part => sql`
  exists (select from resource r where r.tenant_id = ${tenantId}::uuid and r.id = ${slot}.resource_id and r.active)
  and (${slot}.schedule_id is null or exists (
    select from schedule o join schedule_resource sr on sr.tenant_id = ${tenantId}::uuid and sr.schedule_id = o.id
    where o.tenant_id = ${tenantId}::uuid and o.id = ${slot}.schedule_id and o.active and sr.resource_id = ${slot}.resource_id
      and (sr.pending_from is null or ${slot}.starts_at < sr.pending_from or ${slot}.starts_at >= sr.pending_until)))`;

/**
 * The same for a slot `s` of an active resource, joined with its schedule `sc` and their link `sr`:
 * for statements that read many slots, or the first of many.
 */
export const isOffered = sql`
  (s.schedule_id is null or sc.active and sr.schedule_id is not null)
  and (sr.pending_from is null or s.starts_at < sr.pending_from or s.starts_at >= sr.pending_until)`;

interface Counted {
  tenant: Part;
  resource: Part;
  schedule: Part;
  zone: Part;
}

export type Period = "day" | "week" | "month";
const LENGTH: Record<Period, Part> = {
  day: sql`interval '1 day'`,
  week: sql`interval '1 week'`,
  month: sql`interval '1 month'`,
};
const UNIT: Record<Period, Part> = { day: sql`'day'`, week: sql`'week'`, month: sql`'month'` };

/**
 * The count that limits of a period are compared with, as an SQL part: live bookings
 * (bookings_of_period) and running holds (holds_of_period in booking-limits.sql) of a schedule on a
 * resource in the period from `first`. It uses nothing volatile, which would keep the planner from
 * reading slots in index order up to a limit.
 */
export const bookingsOfPeriod = (period: Period, of: Counted & { first: Part }): Part => {
  const isWithin = (start: Part) => sql`${start} >= (${of.first}) at time zone ${of.zone}
    and ${start} < (${of.first} + ${LENGTH[period]}) at time zone ${of.zone}`;
  return sql`((
  select count(*) from booking counted where counted.tenant_id = ${of.tenant} and counted.resource_id = ${of.resource} and counted.schedule_id = ${of.schedule}
    and is_live(counted.status) and counted.livemode and ${isWithin(sql`counted.starts_at`)}) + (
  select count(*) from hold h join api_key k on k.tenant_id = ${of.tenant} and k.id = h.api_key_id
  where h.tenant_id = ${of.tenant} and h.resource_id = ${of.resource} and h.expires_at > statement_timestamp() and k.mode = 'live'
    and (h.terms #>> '{requested,schedule,id}')::uuid = ${of.schedule} and ${isWithin(sql`(h.terms #>> '{requested,starts_at}')::timestamptz`)}))`;
};

/** For the day, week or month of slot `s`. */
const ofSlot = (tenantId: string, period: Period): Part =>
  bookingsOfPeriod(period, {
    tenant: sql`${tenantId}`,
    resource: sql`s.resource_id`,
    schedule: sql`s.schedule_id`,
    first: sql`date_trunc(${UNIT[period]}, s.starts_at at time zone sc.time_zone)`,
    zone: sql`sc.time_zone`,
  });

interface ReasonOptions {
  tells_held?: boolean | undefined;
  has_limits?: boolean | undefined;
  at_the_desk?: boolean | undefined;
  /** The slots' starts and schedules, for a statement over many of them. */
  range?: ManyTimes | undefined;
}

/**
 * Why slot `s` of schedule `sc` cannot be booked by `partySize` people now, null if it can. The
 * window is checked by the SQL function that booking uses (find-requested-slot), and day, week and
 * month as in booking-limits.sql. A guest's own limits are checked only when booking, and whether
 * the slot is on offer at all (isBookable) is left to the caller. With `tells_held`, a slot that
 * is full only because of holds gets `held`: that reads its claims, so use it only where it is
 * shown. With `at_the_desk` guests' minimum notice doesn't apply, only the clock. Without
 * `has_limits`, no schedule may have needs or a limit of a day, week or month: Postgres plans
 * and prepares the six counts for each call, needed or not.
 */
export function slotReason(
  tenantId: string,
  partySize: number,
  { tells_held = false, has_limits = true, at_the_desk = false, range }: ReasonOptions = {},
): Part {
  const first = at_the_desk ? sql`now()` : sql`first_bookable_start(now(), sc.min_notice_minutes)`;
  return sql`case
    when s.status = 'closed' or s.blocked then 'closed'
    when s.starts_at < ${first} then 'too_soon'
    when s.starts_at > last_bookable_start(now(), sc.max_advance_days) then 'too_far'
    when ${partySize}::int > least(s.capacity, sc.max_party_size) then 'party_too_large'
    when s.taken + ${partySize}::int > s.capacity then ${tells_held ? heldOrFull(tenantId, partySize) : sql`'full'`}
    ${has_limits ? limitReasons(tenantId, range) : empty}
    end`;
}

const limitReasons = (tenantId: string, range: ReasonOptions["range"]): Part => sql`
    when sc.has_needs and ${range === undefined ? hasUnmetNeed(tenantId) : hasUnmetNeedIn(tenantId, range)} then 'need_taken'
    when sc.max_per_day is not null and ${ofSlot(tenantId, "day")} >= sc.max_per_day then 'daily_limit'
    when sc.max_per_week is not null and ${ofSlot(tenantId, "week")} >= sc.max_per_week then 'weekly_limit'
    when sc.max_per_month is not null and ${ofSlot(tenantId, "month")} >= sc.max_per_month then 'monthly_limit'`;

/**
 * Whether there is no such reason, for a statement that stops at the first free slots. Postgres
 * estimates `is null` as rare and a case as true half of the time: only with the latter it reads
 * slots in index order instead of sorting them all.
 */
export const isFree = (reason: Part): Part => sql`(case when (${reason}) is null then true end)`;

function heldOrFull(tenantId: string, partySize: number): Part {
  return sql`case when ${partySize}::int + ${lanesClaimed(tenantId)} <= s.capacity then 'held' else 'full' end`;
}

/**
 * Seats over slot `s` that are taken by anything but holds. No claim of a booking is longer than
 * its resource's longest time.
 */
const lanesClaimed = (tenantId: string): Part => sql`(
  select count(distinct c.lane)::int from claim c where c.tenant_id = ${tenantId} and c.resource_id = s.resource_id
    and c.lapses_at is null and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from and c.starts_at > s.occupies_from - (
      select r.longest_minutes from resource r where r.tenant_id = ${tenantId} and r.id = s.resource_id) * interval '1 minute'
    and ${isOutsideGap("c", "s")})`;

/** A timestamptz in wire format; the session's time zone is UTC (lib/db.server.ts). */
export function instant(column: Part): Part {
  return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** The AvailableSlot of the contract, from a row `s` with a column `reason`. */
export function slotJson(s: Part): Part {
  return sql`json_build_object('id', ${s}.id, 'resource_id', ${s}.resource_id, 'schedule_id', ${s}.schedule_id,
    'starts_at', ${instant(sql`${s}.starts_at`)}, 'ends_at', ${instant(sql`${s}.ends_at`)}, 'capacity', ${s}.capacity,
    'remaining', greatest(${s}.capacity - ${s}.taken, 0), 'bookable', ${s}.reason is null, 'reason', ${s}.reason,
    'price_amount', ${s}.price_amount, 'currency', ${s}.currency)`;
}
