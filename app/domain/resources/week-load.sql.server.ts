import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** Minutes of some days, buffers included. */
interface Load {
  booked_minutes: number;
  offered_minutes: number;
}

/**
 * The booked and offered minutes of a resource on the seven days from a date; days are UTC, as
 * counted by resource-day.sql.
 */
export async function readWeekLoad(
  tenantId: string,
  resourceId: string,
  monday: string,
): Promise<Load> {
  const found = await pool.query<Load>(
    sql`select coalesce(sum(booked_minutes), 0)::int as booked_minutes, coalesce(sum(offered_minutes), 0)::int as offered_minutes
        from resource_day where tenant_id = ${tenantId} and resource_id = ${resourceId} and day >= ${monday}::date and day < ${monday}::date + 7`,
  );
  return found.rows[0]!; // an aggregate is one row
}
