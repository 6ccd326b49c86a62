import sql from "sql-template-tag";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool } from "~/lib/db.server";
import { IS_TO_TELL } from "./calendar-health.sql";

/** How long owners are not notified of an account that its member can fix. */
export const OWNER_AFTER_HOURS = 24;

/**
 * Inaccessible accounts, and accounts with broken calendars, for which an email is due; of all
 * companies, the longest first.
 */
export async function connectionsToNotify(
  most: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return scanTenants("calendars", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from calendar_connection where ${among} and broken_at is not null and state in ('reconnect_required', 'missing_scope')
          and (member_told_at is null or (owner_told_at is null and broken_at <= now() - ${OWNER_AFTER_HOURS}::int * interval '1 hour'))
        order by broken_at limit ${most}`,
    );
    const calendars = await pool.query<{ tenant_id: string; id: string }>(
      sql`select c.tenant_id, c.id from (select * from connected_calendar where ${among} and broken_at is not null) k
          join calendar_connection c on c.tenant_id = k.tenant_id and c.id = k.connection_id
          where ${IS_TO_TELL} and (k.member_told_at is null
            or (k.owner_told_at is null and k.broken_at <= now() - ${OWNER_AFTER_HOURS}::int * interval '1 hour'))
          group by c.tenant_id, c.id order by min(k.broken_at) limit ${most}`,
    );
    return [...due.rows, ...calendars.rows];
  });
}
