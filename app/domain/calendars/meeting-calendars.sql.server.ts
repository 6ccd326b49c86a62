import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import { pool } from "~/lib/db.server";

/** Providers whose events can have a meeting. */
const MEETING_PROVIDERS: CalendarProviderName[] = ["google", "microsoft"];

/**
 * The names of those of these resources whose bookings get no meeting link: no calendar that can
 * create one receives them.
 */
export async function resourcesWithoutMeetings(
  tenantId: string,
  resourceIds: readonly string[],
): Promise<string[]> {
  const found = await pool.query<{ name: string }>(
    sql`select r.name from resource r
        where r.tenant_id = ${tenantId} and r.id = any(${[...resourceIds]}::uuid[]) and not exists (
          select from connected_calendar k
          join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id
          where k.tenant_id = ${tenantId} and k.resource_id = r.id and k.writes and c.state <> 'disconnecting'
            and c.provider = any(${MEETING_PROVIDERS}::text[]))
        order by r.position, r.name`,
  );
  return found.rows.map(({ name }) => name);
}
