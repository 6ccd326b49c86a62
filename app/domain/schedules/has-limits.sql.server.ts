import sql from "sql-template-tag";
import { pool, prepared } from "~/lib/db.server";

/**
 * Whether an active service of the company has needs, or a limit of a day, week or month. Where none has, a
 * statement that compares slots with limits is planned in a third of the time (slotReason).
 */
export async function hasLimits(tenantId: string): Promise<boolean> {
  const { rows } = await pool.query<{ has_limits: boolean }>(
    prepared(sql`
      select exists (select from schedule s where s.tenant_id = ${tenantId}::uuid and s.active
        and (coalesce(s.max_per_day, s.max_per_week, s.max_per_month) is not null or s.has_needs)) as has_limits`),
  );
  return rows[0]!.has_limits; // a select without a table
}
