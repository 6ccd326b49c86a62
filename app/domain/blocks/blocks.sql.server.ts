import sql from "sql-template-tag";
import { notFound } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import type { BlockRow } from "./block-row";

/** Time off set by staff; busy time of external calendars is excluded. Throws not_found. */
export async function loadBlock(db: Sql, tenantId: string, id: string): Promise<BlockRow> {
  const found = await db.query<BlockRow>(
    sql`select id, resource_id, starts_at, ends_at, reason, created_at, updated_at from block
        where tenant_id = ${tenantId} and id = ${id} and source = 'staff'`,
  );
  if (found.rows[0] === undefined) throw notFound("Time off", id);
  return found.rows[0];
}

type BlockTime = Pick<BlockRow, "starts_at" | "ends_at" | "reason">;

export async function insertBlock(
  db: Sql,
  tenantId: string,
  { id, resource_id, starts_at, ends_at, reason }: BlockTime & Pick<BlockRow, "id" | "resource_id">,
): Promise<void> {
  await db.query(
    sql`insert into block (tenant_id, id, resource_id, starts_at, ends_at, reason)
        values (${tenantId}, ${id}, ${resource_id}, ${starts_at}, ${ends_at}, ${reason})`,
  );
}

export async function writeBlock(
  db: Sql,
  tenantId: string,
  id: string,
  { starts_at, ends_at, reason }: BlockTime,
): Promise<void> {
  await db.query(
    sql`update block set starts_at = ${starts_at}, ends_at = ${ends_at}, reason = ${reason}, updated_at = now()
        where tenant_id = ${tenantId} and id = ${id}`,
  );
}

export async function removeBlock(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(sql`delete from block where tenant_id = ${tenantId} and id = ${id}`);
}

/**
 * Reopens the question about bookings that staff kept in closed time when more of their time is
 * closed.
 */
export async function reopenStays(
  db: Sql,
  tenantId: string,
  { resource_id, starts_at, ends_at }: Pick<BlockRow, "resource_id" | "starts_at" | "ends_at">,
): Promise<void> {
  await db.query(
    sql`update booking set kept_at = null
        where tenant_id = ${tenantId} and resource_id = ${resource_id} and kept_at is not null
          and starts_at < ${ends_at} and starts_at > ${starts_at}::timestamptz - interval '2 days' and ends_at > ${starts_at}`,
  );
}
