import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool } from "~/lib/db.server";

/** Accounts being disconnected, of all companies, the longest first. */
export async function endingConnections(
  most: number,
): Promise<{ tenant_id: string; connection_id: string }[]> {
  return scanTenants("calendars", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; connection_id: string }>(
      sql`select tenant_id, id as connection_id from calendar_connection where ${among} and state = 'disconnecting' order by updated_at limit ${most}`,
    );
    return due.rows;
  });
}

/**
 * Whether the same account is also connected elsewhere: by the same person in another company, or
 * by somebody else.
 */
export async function isConnectedElsewhere(
  provider: CalendarProviderName,
  account: string,
  id: string,
): Promise<boolean> {
  const found = await pool.query(
    sql`select 1 from calendar_connection where provider = ${provider} and account = ${account} and id <> ${id} limit 1`,
  );
  return found.rowCount !== 0;
}
