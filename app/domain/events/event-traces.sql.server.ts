import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { isTraced } from "~/lib/trace.server";

/** The traces of a tenant's events, by event id. Reads nothing when tracing is off. */
export async function eventTraces(
  db: Sql,
  tenantId: string,
  eventIds: string[],
): Promise<Map<string, string>> {
  if (!isTraced() || eventIds.length === 0) return new Map();
  const found = await db.query<{ id: string; traceparent: string }>(
    sql`select id, traceparent from event where tenant_id = ${tenantId} and id = any(${eventIds}::uuid[]) and traceparent is not null`,
  );
  return new Map(found.rows.map((row) => [row.id, row.traceparent]));
}
