import { pool } from "~/lib/db.server";

export async function scheduleIds(tenantId: string): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    "select id from schedule where tenant_id = $1 and active order by id",
    [tenantId],
  );
  return found.rows.map((row) => row.id);
}
