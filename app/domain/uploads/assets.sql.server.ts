import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

export async function hasAsset(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const known = await db.query(
    sql`select 1 from asset where tenant_id = ${tenantId} and id = ${id}`,
  );
  return known.rowCount !== 0;
}
