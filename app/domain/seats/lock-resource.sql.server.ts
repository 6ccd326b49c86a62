import sql from "sql-template-tag";
import { notFound } from "~/lib/app-error";
import { prepared, type Sql } from "~/lib/db.server";
import type { SeatClaim } from "./claim-seats.sql.server";

/**
 * Read with the lock: the database's clock, and how far around a time this resource's slots and
 * claims reach.
 */
export interface LockedResource {
  capacity: number;
  longest_minutes: number;
  db_now: Date;
  /** Whether a lapsed hold overlaps the requested time. */
  has_lapsed: boolean;
}

/**
 * Locks one resource: its bookings, moves, releases and slot generation run one after another.
 * Marks the resource's slots as changed. Throws not_found.
 */
export async function lockResource(
  db: Sql,
  at: Pick<SeatClaim, "tenant_id" | "resource_id" | "occupies_from" | "occupies_to">,
): Promise<LockedResource> {
  const { tenant_id, resource_id, occupies_from, occupies_to } = at;
  const minutes = Math.ceil((occupies_to.getTime() - occupies_from.getTime()) / 60_000);
  const result = await db.query<LockedResource>(
    prepared(sql`
      select l.*, has_lapsed_claims(${tenant_id}::uuid, ${resource_id}::uuid, ${occupies_from}::timestamptz, ${occupies_to}::timestamptz) as has_lapsed
      from lock_resource(${tenant_id}::uuid, ${resource_id}::uuid, ${minutes}::int) l`),
  );
  if (result.rows[0] === undefined) throw notFound("Resource", resource_id);
  return result.rows[0];
}

/** Locks several resources, in the order of their ids, so that two such calls cannot deadlock. */
export async function lockResources(
  db: Sql,
  tenantId: string,
  resourceIds: string[],
): Promise<void> {
  const now = new Date(0);
  for (const resource_id of [...new Set(resourceIds)].sort())
    await lockResource(db, {
      tenant_id: tenantId,
      resource_id,
      occupies_from: now,
      occupies_to: now,
    });
}
