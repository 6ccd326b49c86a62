import sql from "sql-template-tag";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool } from "~/lib/db.server";

/** Calendars whose next channel is due, of all companies, the longest overdue first. */
export async function calendarsWithDueChannels(
  most: number,
): Promise<{ tenant_id: string; calendar_id: string }[]> {
  return scanTenants("calendars", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; calendar_id: string }>(
      sql`select tenant_id, id as calendar_id from connected_calendar where ${among} and channel_at <= current_timestamp order by channel_at limit ${most}`,
    );
    return due.rows;
  });
}
