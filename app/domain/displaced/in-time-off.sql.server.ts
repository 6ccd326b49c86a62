import sql, { empty, type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { isUndecided } from "../bookings/read/undecided.sql";

/** Time off `k` set by staff, joined with the claims `c` of bookings in it, for what they need too. */
const claimsInTimeOff = (tenantId: string, blockId: string | null): Part => sql`
  block k join claim c on c.tenant_id = ${tenantId} and c.resource_id = k.resource_id and coalesce(c.booking_id, c.need_of) is not null
    and c.starts_at > k.starts_at - interval '2 days' -- no claim of a booking is longer (claim_time_check)
    and c.starts_at < k.ends_at and c.ends_at > k.starts_at
  where k.tenant_id = ${tenantId} and k.source = 'staff' and k.ends_at > now() ${blockId === null ? empty : sql`and k.id = ${blockId}`}`;

/** The first undecided bookings in a block, or in any time off set by staff, by start. */
export async function findInTimeOff(
  tenantId: string,
  { block_id, most }: { block_id: string | null; most: number },
): Promise<{ id: string; starts_at: Date; resource_id: string }[]> {
  const found = await pool.query<{ id: string; starts_at: Date; resource_id: string }>(
    sql`select b.id, b.starts_at, b.resource_id from booking b
        where b.tenant_id = ${tenantId} and ${isUndecided}
          and b.id in (select coalesce(c.booking_id, c.need_of) from ${claimsInTimeOff(tenantId, block_id)})
        order by b.starts_at, b.id limit ${most}`,
  );
  return found.rows;
}

/** Time off with bookings in it. */
export interface TimeOffWithBookings {
  block_id: string;
  resource_name: string;
  starts_at: Date;
  bookings: number;
  /** One of them. */
  booking_id: string;
  customer_name: string;
}

/** Time off set by staff with undecided bookings in it, by the start of the first one. */
export async function timeOffWithBookings(
  tenantId: string,
  most: number,
  reads: Reads = pool,
): Promise<TimeOffWithBookings[]> {
  const found = await reads.query<TimeOffWithBookings>(
    sql`select o.block_id, r.name as resource_name, o.starts_at, o.bookings, o.booking_id, o.customer_name from (
          select p.block_id, p.resource_id, min(b.starts_at) as starts_at, count(*)::int as bookings,
            (array_agg(b.id order by b.starts_at, b.id))[1] as booking_id,
            (array_agg(b.customer_name order by b.starts_at, b.id))[1] as customer_name
          from (select distinct k.id as block_id, k.resource_id, coalesce(c.booking_id, c.need_of) as booking_id from ${claimsInTimeOff(tenantId, null)}) p
          join booking b on b.tenant_id = ${tenantId} and b.id = p.booking_id
          where ${isUndecided} group by p.block_id, p.resource_id) o
        join resource r on r.tenant_id = ${tenantId} and r.id = o.resource_id
        order by o.starts_at, o.block_id limit ${most}`,
  );
  return found.rows;
}

/** Records that a booking stays at its closed time. False: it is over, or there is none. */
export async function markStays(
  db: Sql,
  tenantId: string,
  id: string,
  mayStay: boolean,
): Promise<boolean> {
  const marked = await db.query(
    sql`update booking b set kept_at = ${mayStay ? sql`now()` : sql`null`}
        where b.tenant_id = ${tenantId} and b.id = ${id} and is_upcoming(b.status)`,
  );
  return marked.rowCount === 1;
}
