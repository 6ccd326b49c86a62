import sql, { empty, type Sql as Part } from "sql-template-tag";
import { Id, type PageOf } from "~/contract/common";
import type { EventBody, EventFilter } from "~/contract/events";
import { invalidField } from "~/lib/app-error";
import { COUNT_LIMIT, toPage, wantsTotal } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { seesTestDataOnly, type StaffActor } from "../identity/actor";

/**
 * The tenant's events of the last 30 days in the order they were relayed, so that a caller that
 * continues after its last one misses none. Throws validation_failed for an `after` that is not in
 * the feed (any more).
 */
export async function listEvents(
  actor: StaffActor,
  filter: EventFilter,
): Promise<PageOf<EventBody>> {
  const tenantId = actor.tenant.id;
  const after = filter.after ?? filter.cursor;
  const place =
    after === undefined ? empty : sql`and position > ${await positionOf(tenantId, after)}::bigint`;
  const types = filter.type === undefined ? empty : sql`and type = any(${filter.type}::text[])`;
  const booking =
    filter.booking_id === undefined ? empty : sql`and booking_id = ${filter.booking_id}`;
  const live = filter.livemode === undefined ? empty : sql`and livemode = ${filter.livemode}`;
  const tests = seesTestDataOnly(actor) ? sql`and not livemode` : empty;
  const where = sql`tenant_id = ${tenantId} and position is not null and created_at > now() - interval '30 days' ${types} ${booking} ${live} ${tests}`;
  const found = await pool.query<{ id: string; body: string }>(
    sql`select id, body from event where ${where} ${place} order by position limit ${filter.limit + 1}`,
  );
  const total = wantsTotal(filter) ? await countEvents(where) : undefined;
  const page = toPage(found.rows, filter.limit, (row) => row.id, total);
  return { ...page, data: page.data.map((row) => JSON.parse(row.body) as EventBody) }; // written by makeEvent, parsed again on the way out
}

/** Counts the whole filtered feed, from its beginning. */
async function countEvents(where: Part): Promise<number> {
  const counted = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from event where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]!.count; // an aggregate is one row
}

async function positionOf(tenantId: string, id: string): Promise<string> {
  const unknown = invalidField(
    "after",
    "The feed has no such event; it goes back 30 days.",
    "unknown",
  );
  if (!Id.safeParse(id).success) throw unknown;
  const found = await pool.query<{ position: string }>(
    sql`select position from event where tenant_id = ${tenantId} and id = ${id} and position is not null`,
  );
  if (found.rows[0] === undefined) throw unknown;
  return found.rows[0].position;
}
