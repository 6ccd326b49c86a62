import sql, { empty, join, type Sql as Part } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { Message, MessageFilter } from "~/contract/email";
import { COUNT_LIMIT, readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { type MessageRow, toMessage } from "./message-row";

const SORT = "-created_at";

/** Staff limited to some resources see only messages about bookings of those. */
function visibleTo(actor: StaffActor): Part {
  const limit = resourceLimit(actor);
  if (limit === null) return sql`true`;
  return sql`exists (select 1 from booking b where b.tenant_id = ${actor.tenant.id} and b.id = m.booking_id and b.resource_id = any(${limit}::uuid[]))`;
}

/** The log of sent messages, newest first. */
export async function listMessages(
  actor: StaffActor,
  filter: MessageFilter,
): Promise<PageOf<Message>> {
  const { booking_id, status, recipient, limit, cursor } = filter;
  const conditions = [
    sql`m.tenant_id = ${actor.tenant.id}`,
    visibleTo(actor),
    booking_id === undefined ? sql`true` : sql`m.booking_id = ${booking_id}`,
    status === undefined ? sql`true` : sql`m.status = any(${status}::text[])`,
    recipient === undefined ? sql`true` : sql`lower(m.recipient) = lower(${recipient})`,
  ];
  const where = join(conditions, " and ");
  const [at, id] = cursor === undefined ? [] : readCursor(SORT, cursor, 2);
  const after =
    at === undefined ? empty : sql`and (m.created_at, m.id) < (${at}::timestamptz, ${id}::uuid)`;
  const found = await pool.query<MessageRow>(
    sql`select m.* from message m where ${where} ${after} order by m.created_at desc, m.id desc limit ${limit + 1}`,
  );
  const total = wantsTotal(filter) ? await countMessages(where) : undefined;
  const page = toPage(
    found.rows,
    limit,
    (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map(toMessage) };
}

async function countMessages(where: Part): Promise<number> {
  const counted = await pool.query<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from message m where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]!.total; // an aggregate is one row
}

/** Locks a message whose text is still stored; undefined if this actor has none. */
export async function lockWritten(
  db: Sql,
  actor: StaffActor,
  id: string,
): Promise<MessageRow | undefined> {
  const found = await db.query<MessageRow>(
    sql`select m.* from message m where m.tenant_id = ${actor.tenant.id} and m.id = ${id} and ${visibleTo(actor)} and m.html is not null for update`,
  );
  return found.rows[0];
}
