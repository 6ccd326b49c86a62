import { enqueueAll } from "~/jobs/queue.server";
import type { Sql } from "~/lib/db.server";
import { mailTurns } from "./mail-turn.sql.server";
import { insertMails } from "./messages.sql.server";
import type { NewMessage } from "./queue-message.server";

/** A mail that is written when it is sent: nothing secret in it, no content of its own. */
export type NewMail = Omit<NewMessage, "tenant_id" | "channel" | "secret" | "content">;

/**
 * queueMessage for many mails of one tenant: three statements, however many there are. The same kind to the same address for the same event
 * is queued once.
 */
export async function queueMails(db: Sql, tenantId: string, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const turns = await mailTurns(
    db,
    tenantId,
    mails.map((mail) => mail.kind),
  );
  const ids = await insertMails(db, tenantId, mails);
  const jobs = ids.map((message_id, index) => ({
    data: { tenant_id: tenantId, message_id },
    priority: turns[index]!, // of as many as there are mails
  }));
  await enqueueAll("message.send", jobs, db);
}
