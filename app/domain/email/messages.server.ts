import sql, { empty, join, type Sql as Part } from "sql-template-tag";
import type { PageOf, PageQuery } from "~/contract/common";
import type { Message, MessageFilter, Suppression } from "~/contract/email";
import { AppError, notFound } from "~/lib/app-error";
import { COUNT_LIMIT, readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { MAX_RESENDS } from "./mail-quota.server";
import { type MessageRow, toMessage } from "./message-row";
import { queueMessage } from "./queue-message.server";

const SORT = "-created_at";

/** Staff who are limited to some resources see the messages about bookings of those. */
function visibleTo(actor: StaffActor): Part {
  const limit = resourceLimit(actor);
  if (limit === null) return sql`true`;
  return sql`exists (select 1 from booking b where b.tenant_id = m.tenant_id and b.id = m.booking_id and b.resource_id = any(${limit}::uuid[]))`;
}

/** The log of what was sent to whom, newest first. */
export async function listMessages(actor: StaffActor, filter: MessageFilter): Promise<PageOf<Message>> {
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
  const after = at === undefined ? empty : sql`and (m.created_at, m.id) < (${at}::timestamptz, ${id}::uuid)`;
  const found = await pool.query<MessageRow>(
    sql`select m.* from message m where ${where} ${after} order by m.created_at desc, m.id desc limit ${limit + 1}`,
  );
  const total = wantsTotal(filter) ? await countRows(sql`message m where ${where}`) : undefined;
  const page = toPage(found.rows, limit, (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]), total);
  return { ...page, data: page.data.map(toMessage) };
}

async function countRows(from: Part): Promise<number> {
  const counted = await pool.query<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${from} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]!.total; // an aggregate is one row
}

/**
 * Sends the same text to the same address again, as a message of its own. Throws not_found (also when the text is kept no more) and
 * rate_limited (the message has been sent again three times).
 */
export async function resendMessage(actor: StaffActor, id: string): Promise<Message> {
  return transaction(async (db) => {
    const found = await db.query<MessageRow>(
      sql`select m.* from message m where m.tenant_id = ${actor.tenant.id} and m.id = ${id} and ${visibleTo(actor)} and m.html is not null for update`,
    );
    const row = found.rows[0];
    if (row === undefined) throw notFound();
    const { tenant_id, kind, channel, audience, recipient, locale, booking_id, subject, html, text, attachments } = row;
    const resent_of = row.context.resent_of ?? id;
    await refuseTooManyResends(db, actor, resent_of);
    const content = { subject, html: html ?? "", text: text ?? "", attachments };
    const again = await queueMessage(db, {
      tenant_id,
      kind,
      channel,
      audience,
      recipient,
      locale,
      booking_id,
      content,
      context: { resent_of },
    });
    await writeAudit(db, actor, { action: "message.resent", entity: "message", entity_id: id });
    const queued = await db.query<MessageRow>("select * from message where tenant_id = $1 and id = $2", [
      tenant_id,
      again,
    ]);
    return toMessage(queued.rows[0]!); // inserted above
  });
}

/** Counted for the first message of them, whichever of them is sent again; its row is locked, so that two at once are counted as two. */
async function refuseTooManyResends(db: Sql, actor: StaffActor, first: string): Promise<void> {
  await db.query("select 1 from message where tenant_id = $1 and id = $2 for update", [actor.tenant.id, first]);
  const resent = await db.query(
    "select 1 from message where tenant_id = $1 and context ->> 'resent_of' = $2 and context ? 'resent_of'",
    [actor.tenant.id, first],
  );
  if ((resent.rowCount ?? 0) >= MAX_RESENDS)
    throw new AppError("rate_limited", `This message has been sent again ${MAX_RESENDS} times already.`);
}

/** Addresses that take no mail, newest first. */
export async function listSuppressions(actor: StaffActor, filter: PageQuery): Promise<PageOf<Suppression>> {
  const [at, address] = filter.cursor === undefined ? [] : readCursor(SORT, filter.cursor, 2);
  const after = at === undefined ? empty : sql`and (created_at, address) < (${at}::timestamptz, ${address})`;
  const where = sql`tenant_id = ${actor.tenant.id}`;
  const found = await pool.query<{ address: string; reason: string; created_at: Date }>(
    sql`select address, reason, created_at from email_suppression where ${where} ${after}
      order by created_at desc, address desc limit ${filter.limit + 1}`,
  );
  const total = wantsTotal(filter) ? await countRows(sql`email_suppression where ${where}`) : undefined;
  const placeOf = (row: { created_at: Date; address: string }) =>
    writeCursor(SORT, [row.created_at.toISOString(), row.address]);
  const page = toPage(found.rows, filter.limit, placeOf, total);
  return { ...page, data: page.data.map((row) => ({ ...row, created_at: toRfc3339(row.created_at.getTime()) })) };
}

/** Throws not_found. */
export async function removeSuppression(actor: StaffActor, address: string): Promise<void> {
  await transaction(async (db) => {
    const removed = await db.query("delete from email_suppression where tenant_id = $1 and address = $2", [
      actor.tenant.id,
      address,
    ]);
    if (removed.rowCount === 0) throw notFound();
    await writeAudit(db, actor, { action: "email_suppression.removed", entity: "email_suppression", entity_id: null });
  });
}
