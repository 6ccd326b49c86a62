import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** The origins that the tenant's publishable keys allow. */
export async function findAllowedOrigins(tenantId: string): Promise<string[]> {
  const keys = await pool.query<{ allowed_origins: string[] }>(
    sql`select allowed_origins from api_key where tenant_id = ${tenantId} and kind = 'publishable' and revoked_at is null`,
  );
  return keys.rows.flatMap(({ allowed_origins }) => allowed_origins);
}
