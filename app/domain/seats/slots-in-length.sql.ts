import sql, { empty, raw, type Sql as Part } from "sql-template-tag";

/**
 * Whether a claim or block `taken` that overlaps a slot does so before or after the slot's gap: what
 * lies within the gap is not in the way. Counted like recount_slots.
 */
export const isOutsideGap = (taken: string, slot: string): Part => {
  const [t, s] = [raw(taken), raw(slot)];
  return sql`(${s}.gap_from is null or ${t}.starts_at < ${s}.gap_from or ${t}.ends_at > ${s}.gap_to)`;
};

/** The taken time of a resource in the range of a statement over many of its slots. */
export interface NearTimes {
  /** Multiranges: of its bookings and holds, and of its blocks. */
  claimed: Part;
  blocked: Part;
}

/**
 * Reads them once for resource `r`, for slots that start from `from` until `to`. No slot occupies
 * more than two days, and no claim is longer than its resource's longest time.
 */
export const nearTimes = (tenantId: string, r: Part, { from, to }: { from: Date; to: Date }) => sql`
  select
    (select coalesce(range_agg(tstzrange(c.starts_at, c.ends_at)), '{}') from claim c
      where c.tenant_id = ${tenantId} and c.resource_id = ${r}.id and c.block_id is null
        and c.starts_at < ${to}::timestamptz + interval '2 days' and c.ends_at > ${from}::timestamptz - interval '2 days'
        and c.starts_at > ${from}::timestamptz - interval '2 days' - ${r}.longest_minutes * interval '1 minute') as claimed,
    (select coalesce(range_agg(tstzrange(b.starts_at, b.ends_at)), '{}') from block b
      where b.tenant_id = ${tenantId} and b.resource_id = ${r}.id
        and b.starts_at < ${to}::timestamptz + interval '2 days' and b.ends_at > ${from}::timestamptz - interval '2 days') as blocked`;

/**
 * Seats taken simultaneously over a time longer than the slot's, counted like recount_slots and
 * most_at_once (claim-seats.sql), but slot by slot.
 */
const claimsOver = (
  tenantId: string,
): Part => sql`c.tenant_id = ${tenantId} and c.resource_id = o.resource_id and c.block_id is null
  and c.starts_at < t.occupies_to and c.ends_at > o.occupies_from and c.starts_at > o.occupies_from - (
    select r.longest_minutes from resource r where r.tenant_id = ${tenantId} and r.id = o.resource_id) * interval '1 minute'
  and ${isOutsideGap("c", "o")}`;
const mostAtOnce = (tenantId: string): Part => sql`(
  select coalesce(max(n), 0) from (
    select sum(e.change) over (order by e.at, e.change) as n
    from claim c cross join lateral (values
      (case when c.starts_at >= o.gap_from and c.starts_at < o.gap_to then o.gap_to else c.starts_at end, 1),
      (case when c.ends_at > o.gap_from and c.ends_at <= o.gap_to then o.gap_from else c.ends_at end, -1)) e (at, change)
    where ${claimsOver(tenantId)} and e.at < t.occupies_to) running)`;
const lanesTaken = sql`count(distinct c.lane) filter (where c.lane < o.capacity)`;
const takenOver = (tenantId: string): Part => sql`(
  select least(case when coalesce(bool_or(c.lane >= o.capacity), false) then greatest(${lanesTaken}, ${mostAtOnce(tenantId)}) else ${lanesTaken} end, o.capacity)::int
  from claim c where ${claimsOver(tenantId)})`;

const OCCUPIED = sql`tstzrange(o.occupies_from, t.occupies_to)`;
/** Whether a multirange overlaps it before or after its gap. */
const overlapsOccupied = (times: Part): Part =>
  sql`case when o.gap_from is null then ${times} && ${OCCUPIED}
    else ${times} && (tstzmultirange(${OCCUPIED}) - tstzmultirange(tstzrange(o.gap_from, o.gap_to))) end`;
const isBlockedOver = (tenantId: string): Part => sql`
  exists (select from block b where b.tenant_id = ${tenantId} and b.resource_id = o.resource_id
    and b.ends_at > o.occupies_from and b.starts_at < t.occupies_to and ${isOutsideGap("b", "o")})`;

/**
 * A drop-in replacement for `slot` for bookings of this many minutes: with that end and occupied
 * time, the seats taken and blocks over all of it, and `closed` if the hours do not stay open that
 * long. `is_own`: it is the slot's own length; `minutes` undefined: each slot's own. `extra` minutes
 * come on top, for add-ons. The caller checks whether the schedule offers the length. With `near`,
 * of each slot's resource, claims are only counted where there are any. `slots` restricts the rows of
 * `slot` to read.
 */
export const slotsInLength = (
  tenantId: string,
  minutes: number | Part | undefined,
  near?: NearTimes,
  slots: Part = sql`slot`,
  extra = 0,
): Part => {
  const base =
    minutes === undefined
      ? sql`o.ends_at`
      : sql`o.starts_at + ${minutes}::int * interval '1 minute'`;
  const end = extra === 0 ? base : sql`${base} + ${extra}::int * interval '1 minute'`;
  const isWhole = extra === 0 ? sql`t.is_own` : sql`false`;
  // With add-ons a booking is at most a day long (lengthenedBy).
  const isOpen =
    extra === 0
      ? sql`o.open_until >= t.ends_at`
      : sql`(o.open_until >= t.ends_at and t.ends_at <= o.starts_at + interval '1 day')`;
  return sql`(
  select o.tenant_id, o.id, o.resource_id, o.schedule_id, o.starts_at, t.ends_at, o.occupies_from, t.occupies_to, o.gap_from, o.gap_to, o.capacity, o.origin,
    o.price_amount, o.currency, t.is_own, o.status as set_status, ${isWhole} or coalesce(${isOpen}, false) as fits,
    case when ${isWhole} or ${isOpen} then o.status else 'closed' end as status,
    o.blocked or not ${isWhole} and ${near === undefined ? isBlockedOver(tenantId) : overlapsOccupied(near.blocked)} as blocked,
    case when ${isWhole} or o.taken >= o.capacity then o.taken
      ${near === undefined ? empty : sql`when not ${near.claimed} && ${OCCUPIED} then 0`}
      else ${takenOver(tenantId)} end as taken
  from ${slots} o cross join lateral (
    select ${end} as ends_at, o.ends_at = ${base} as is_own, ${end} + (o.occupies_to - o.ends_at) as occupies_to) t
  where o.tenant_id = ${tenantId})`;
};

/**
 * The price per seat of slot `s` (slotsInLength) in the longer length `longer` of its schedule
 * `sc`.
 */
export const priceInLength = (longer: Part): { price_amount: Part; currency: Part } => ({
  price_amount: sql`case when s.is_own then s.price_amount
    else price_at((${longer} ->> 'price_amount')::int, sc.peak_prices, sc.time_zone, s.starts_at) end`,
  currency: sql`case when s.is_own then s.currency when ${longer} ->> 'price_amount' is not null then sc.currency end`,
});
