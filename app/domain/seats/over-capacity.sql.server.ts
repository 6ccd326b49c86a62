import sql, { empty, type Sql as Part } from "sql-template-tag";
import type { OverCapacity } from "~/contract/slots";
import type { Sql } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { toRfc3339 } from "~/lib/time";

/** A booking whose seat is above the capacity, at a time when more seats are taken than exist. */
export interface BookingOverCapacity {
  booking_id: string;
  customer_name: string;
  resource_id: string;
  resource_name: string;
  starts_at: Date;
  /**
   * The most seats taken simultaneously during the booking: of its resource, or of its slot if that
   * has fewer.
   */
  booked: number;
  capacity: number;
}

/**
 * The scope of a check: a resource or slot with a new capacity; else everything of the tenant, as
 * it is, for some days ahead.
 */
export type CapacityScope =
  | { resource_id: string; capacity: number }
  | { slot_id: string; capacity: number }
  | { days: number };

/**
 * Claims on lanes above the capacity. An index finds them, and only these can show that a time is
 * overbooked.
 */
function seatsAbove(tenantId: string, scope: CapacityScope): Part {
  const seats = "capacity" in scope ? sql`${scope.capacity}::int` : null;
  const isAhead = (start: Part): Part =>
    "days" in scope
      ? sql`${start} > now() and ${start} < now() + ${scope.days}::int * interval '1 day'`
      : sql`${start} > now()`;
  const ofResources = sql`
    select c.resource_id, null::uuid as slot_id, ${seats ?? sql`r.capacity`} as capacity, coalesce(c.booking_id, c.need_of) as booking_id, c.starts_at, c.ends_at
    from resource r join claim c on c.tenant_id = ${tenantId} and c.resource_id = r.id and c.lane >= ${seats ?? sql`r.capacity`}
    where r.tenant_id = ${tenantId} ${"resource_id" in scope ? sql`and r.id = ${scope.resource_id}` : empty}
      and coalesce(c.booking_id, c.need_of) is not null and ${isAhead(sql`c.starts_at`)}`;
  const ofSlots = sql`
    select s.resource_id, s.id as slot_id, ${seats ?? sql`s.capacity`} as capacity, c.booking_id, c.starts_at, c.ends_at
    from resource r join slot s on s.tenant_id = ${tenantId} and s.resource_id = r.id ${seats === null ? sql`and s.capacity < r.capacity` : empty}
    -- There are few, so their bookings are looked up one by one ("offset 0").
    cross join lateral (select id from booking b where b.tenant_id = ${tenantId} and b.slot_id = s.id offset 0) b
    join claim c on c.tenant_id = ${tenantId} and c.booking_id = b.id and c.lane >= ${seats ?? sql`s.capacity`}
    where r.tenant_id = ${tenantId} ${"slot_id" in scope ? sql`and s.id = ${scope.slot_id}` : sql`and r.capacity > 1`}
      and ${isAhead(sql`s.starts_at`)}`;
  if ("resource_id" in scope) return ofResources;
  return "slot_id" in scope ? ofSlots : sql`${ofResources} union ${ofSlots}`;
}

const isLasting = (claim: Part): Part =>
  sql`(${claim}.lapses_at is null or ${claim}.lapses_at > now())`;

/**
 * Upcoming bookings on lanes above the capacity, at times when too many seats are taken; visitors'
 * holds do not count.
 */
export async function bookingsOverCapacity(
  db: Reads,
  tenantId: string,
  scope: CapacityScope,
  most: number,
): Promise<BookingOverCapacity[]> {
  const found = await db.query<BookingOverCapacity>(sql`
    with above as materialized (${seatsAbove(tenantId, scope)}),
    -- As many at once as ever are, are there when one of them begins.
    counted as (
      select a.booking_id, a.resource_id, a.capacity, o.booked from above a cross join lateral (
        select p.starts_at, count(distinct c.lane)::int as booked from claim p
        join claim c on c.tenant_id = ${tenantId} and c.resource_id = a.resource_id and c.starts_at <= p.starts_at
          and c.starts_at > p.starts_at - interval '2 days' and c.ends_at > p.starts_at and coalesce(c.booking_id, c.need_of) is not null and ${isLasting(sql`c`)}
        join booking k on k.tenant_id = ${tenantId} and k.id = coalesce(c.booking_id, c.need_of)
        where p.tenant_id = ${tenantId} and p.resource_id = a.resource_id and p.starts_at >= a.starts_at and p.starts_at < a.ends_at
          and (a.slot_id is null or k.slot_id = a.slot_id)
        group by p.starts_at) o)
    select b.id as booking_id, b.customer_name, o.resource_id, r.name as resource_name, b.starts_at, max(o.booked) as booked, min(o.capacity) as capacity
    from counted o
    -- There are few; without "offset 0" Postgres may walk through all bookings in order instead.
    cross join lateral (select * from booking b where b.tenant_id = ${tenantId} and b.id = o.booking_id offset 0) b
    join resource r on r.tenant_id = ${tenantId} and r.id = o.resource_id
    where o.booked > o.capacity and is_live(b.status) and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())
    group by b.id, b.customer_name, o.resource_id, r.name, b.starts_at
    order by b.starts_at, b.id limit ${most}`);
  return found.rows;
}

/** How many times are listed. */
const MAX_TIMES = 200;

/** The times at which more seats would be booked than there are, in order. */
export async function timesOverCapacity(
  db: Sql,
  tenantId: string,
  scope: CapacityScope,
): Promise<OverCapacity[]> {
  const times = new Map<string, OverCapacity>();
  for (const { starts_at, booked, capacity } of await bookingsOverCapacity(
    db,
    tenantId,
    scope,
    5000,
  )) {
    const at = toRfc3339(starts_at.getTime());
    times.set(at, {
      starts_at: at,
      booked: Math.max(booked, times.get(at)?.booked ?? 0),
      capacity,
    });
  }
  return [...times.values()].slice(0, MAX_TIMES);
}
