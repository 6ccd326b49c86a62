import sql from "sql-template-tag";
import type { BookingWithHistory } from "~/contract/bookings";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";

type History = NonNullable<BookingWithHistory["history"]>;
interface HistoryRow extends Omit<History[number], "at" | "actor"> {
  at: Date;
  actor: { kind: string; id: string | null };
  actor_name: string | null;
}

/** Only the newest entries are read: a booking edited by a program can have many thousands. */
const MOST = 500;

/**
 * Events and audit rows of one booking in chronological order, with the names of the people who
 * caused them.
 */
export async function readHistory(tenantId: string, id: string): Promise<History> {
  const found = await pool.query<HistoryRow>(
    sql`select h.*, coalesce(u.name, k.name) as actor_name from (
          (select created_at as at, 'event' as kind, type as name, sequence, actor, '{}'::jsonb as diff
            from event where tenant_id = ${tenantId} and booking_id = ${id} order by sequence desc limit ${MOST})
          union all
          (select at, 'audit', action, null, actor, diff from audit_row
            where tenant_id = ${tenantId} and entity = 'booking' and entity_id = ${id} order by at desc limit ${MOST})
          order by at desc, sequence desc nulls first limit ${MOST}) h
        left join tenant_user u on u.tenant_id = ${tenantId} and h.actor->>'kind' = 'user' and u.id = (h.actor->>'id')::uuid
        left join api_key k on k.tenant_id = ${tenantId} and h.actor->>'kind' like '%_key' and k.id = (h.actor->>'id')::uuid
        order by h.at, h.sequence nulls last`,
  );
  return found.rows.map(({ actor_name, at, actor, ...entry }) => ({
    ...entry,
    at: toRfc3339(at.getTime()),
    actor: { ...actor, name: actor_name },
  }));
}
