import sql from "sql-template-tag";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool } from "~/lib/db.server";

/**
 * Index rows of due pushes that one scan reads: however many a calendar has, one job handles them.
 */
const SCANNED_ROWS = 5000;

/** Calendars with bookings due to be written, of all companies, the longest overdue first. */
export async function calendarsWithDuePushes(
  most: number,
): Promise<{ tenant_id: string; calendar_id: string }[]> {
  return scanTenants("calendars", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; calendar_id: string }>(
      sql`select tenant_id, calendar_id from (
          select tenant_id, calendar_id, next_at from calendar_push where ${among} and done_version < wanted_version and next_at <= current_timestamp
          order by next_at limit ${SCANNED_ROWS}) due
        group by tenant_id, calendar_id order by min(next_at) limit ${most}`,
    );
    return due.rows;
  });
}
