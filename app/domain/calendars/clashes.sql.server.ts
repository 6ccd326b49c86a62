import sql, { join, type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";

/** A live booking that overlaps busy time in one of its resource's calendars. */
export interface Clash {
  booking_id: string;
  resource_id: string;
  calendar_id: string;
  external_id: string;
  instance: string;
  /** The busy time. */
  starts_at: Date;
  ends_at: Date;
}

export interface ClashFilter {
  resource_ids?: string[] | undefined;
  /** Default: now. */
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The number of results at most, the earliest first. */
const MOST = 200;

/**
 * Bookings that overlap busy time in an external calendar that closes their resource, unless
 * someone accepted it. Both stay: a sync neither moves nor cancels a booking. The range conditions
 * match the index busy_time and those of bookings.
 */
export async function clashes(
  tenantId: string,
  { resource_ids, from, to }: ClashFilter = {},
  db: Reads = pool,
): Promise<Clash[]> {
  const where: Part[] = [
    sql`c.tenant_id = ${tenantId} and c.checks and c.mode = 'hard' and s.fine_at is null`,
    from === undefined
      ? sql`s.ends_at > now() and b.ends_at > now()`
      : sql`s.ends_at > ${from} and b.ends_at > ${from}`,
    ...(to ? [sql`s.starts_at < ${to} and b.starts_at < ${to}`] : []),
    ...(resource_ids ? [sql`c.resource_id = any(${resource_ids}::uuid[])`] : []),
  ];
  const found = await db.query<Clash>(
    sql`select b.id as booking_id, b.resource_id, c.id as calendar_id, s.external_id, s.instance, s.starts_at, s.ends_at
        from connected_calendar c
        join busy s on s.tenant_id = ${tenantId} and s.calendar_id = c.id
        join booking b on b.tenant_id = ${tenantId} and b.resource_id = c.resource_id and b.starts_at < s.ends_at and b.ends_at > s.starts_at
          and tstzrange(s.starts_at, s.ends_at) && tstzrange(b.starts_at, b.ends_at)
          and is_live(b.status) and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())
        where ${join(where, " and ")} order by b.starts_at, b.id, s.starts_at, c.id, s.external_id, s.instance limit ${MOST}`,
  );
  return found.rows;
}

/**
 * Records that a booking at this busy time is accepted; reported again when the event moves. False:
 * there is no such busy time.
 */
export async function markConflictAccepted(
  tenantId: string,
  { calendar_id, external_id, instance }: Pick<Clash, "calendar_id" | "external_id" | "instance">,
  db: Sql = pool,
): Promise<boolean> {
  const marked = await db.query(
    sql`update busy set fine_at = now() where tenant_id = ${tenantId} and calendar_id = ${calendar_id}
        and external_id = ${external_id} and instance = ${instance}`,
  );
  return marked.rowCount === 1;
}
