import sql from "sql-template-tag";
import { enqueueAll } from "~/jobs/queue.server";
import { prepared, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { mailTurns } from "./mail-turn.sql.server";
import type { NewMessage } from "./queue-message.server";

/** A mail that is written when it is sent: nothing secret in it, no content of its own. */
export type NewMail = Omit<NewMessage, "tenant_id" | "channel" | "secret" | "content">;

/**
 * queueMessage for many mails of one tenant: three statements, however many there are. The same kind to the same address for the same event
 * is queued once.
 */
export async function queueMails(db: Sql, tenantId: string, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({ ...mail, id: newId(), context: mail.context ?? {} }));
  const turns = await mailTurns(
    db,
    tenantId,
    mails.map((mail) => mail.kind),
  );
  const inserted = await db.query<{ message_id: string }>(
    prepared(sql`insert into message (tenant_id, id, kind, channel, audience, recipient, locale, subject, booking_id, event_id, context)
        select ${tenantId}::uuid, m.id, m.kind, 'email', m.audience, m.recipient, m.locale, '', m.booking_id, m.event_id, m.context
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (id uuid, kind text, audience text, recipient text, locale text,
          booking_id uuid, event_id uuid, context jsonb)
        on conflict (tenant_id, event_id, kind, channel, recipient) where event_id is not null do nothing
        returning id as message_id`),
  );
  const jobs = inserted.rows.map(({ message_id }, index) => ({
    data: { tenant_id: tenantId, message_id },
    priority: turns[index]!, // of as many as there are mails
  }));
  await enqueueAll("message.send", jobs, db);
}
