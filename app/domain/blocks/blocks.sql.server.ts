import sql from "sql-template-tag";
import { notFound } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import type { BlockRow } from "./block-row";

/** Throws not_found. */
export async function loadBlock(db: Sql, tenantId: string, id: string): Promise<BlockRow> {
  const found = await db.query<BlockRow>(
    sql`select id, resource_id, starts_at, ends_at, reason, created_at, updated_at from block
        where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (found.rows[0] === undefined) throw notFound();
  return found.rows[0];
}
