import type { Attachment } from "~/adapters/email/port";
import type { Recipient } from "~/contract/email";
import { enqueue } from "~/jobs/queue.server";
import { decrypt, encrypt } from "~/lib/crypto.server";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { mailTurns } from "./mail-turn.sql.server";
import type { MessageRow } from "./message-row";
import { insertMessage } from "./messages.sql.server";
import type { MailValues } from "./template-variables";

export interface NewMessage {
  tenant_id: string;
  /** A template key; other kinds, such as "test", come with their content. */
  kind: string;
  channel: "email" | "sms" | "whatsapp";
  audience: Recipient;
  recipient: string;
  /** The reader's language, as set by them or the tenant. */
  locale: string;
  booking_id?: string | null;
  event_id?: string | null;
  /**
   * Reminders: the start they are about; resent messages: the first one's id; the waiting list: the
   * entry.
   */
  context?: MessageRow["context"];
  /**
   * Values that must not be stored in clear (a code, an invitation's link): encrypted until they
   * have been sent, then deleted.
   */
  secret?: MailValues;
  /** Sent as it is, without rendering. */
  content?: { subject: string; html: string; text: string; attachments: Attachment[] };
}

/**
 * Queues a message inside the caller's transaction: a log row and a job. Duplicates of kind,
 * address and event are queued once. Returns its id, or null for a duplicate.
 */
export async function queueMessage(db: Sql, message: NewMessage): Promise<string | null> {
  const id = newId();
  const { secret, ...open } = message;
  const sealed = secret === undefined ? null : encrypt(JSON.stringify(secret), sealContext(id));
  const [priority = 0] = await mailTurns(db, message.tenant_id, [message.kind]);
  if (!(await insertMessage(db, id, open, sealed))) return null;
  await enqueue("message.send", { tenant_id: message.tenant_id, message_id: id }, { db, priority });
  return id;
}

/** queueMessage for a mail. */
export function queueMail(db: Sql, message: Omit<NewMessage, "channel">): Promise<string | null> {
  return queueMessage(db, { ...message, channel: "email" });
}

export const sealContext = (id: string) => `message ${id}`;

export function openSeal(id: string, sealed: Buffer): MailValues {
  return JSON.parse(decrypt(sealed, sealContext(id))) as MailValues; // written by queueMessage only
}
