import { enqueueAll } from "~/jobs/queue.server";
import type { Sql } from "~/lib/db.server";
import { mailTurns } from "./mail-turn.sql.server";
import { insertMails } from "./messages.sql.server";
import type { NewMessage } from "./queue-message.server";

/** A message written when it is sent, by default an email: without secrets or fixed content. */
export type NewMail = Omit<NewMessage, "tenant_id" | "channel" | "secret" | "content"> &
  Partial<Pick<NewMessage, "channel">>;

/**
 * queueMessage for many messages of one tenant, in three statements. Duplicates of kind, address and
 * event are queued once. They are sent from `startAfter` on, by default immediately.
 */
export async function queueMails(
  db: Sql,
  tenantId: string,
  mails: NewMail[],
  startAfter?: Date,
): Promise<void> {
  if (mails.length === 0) return;
  const turns = await mailTurns(
    db,
    tenantId,
    mails.map((mail) => mail.kind),
  );
  const ids = await insertMails(db, tenantId, mails);
  const jobs = ids.map((message_id, index) => ({
    data: { tenant_id: tenantId, message_id },
    priority: turns[index]!, // one for each email
    ...(startAfter && { startAfter }),
  }));
  await enqueueAll("message.send", jobs, db);
}
