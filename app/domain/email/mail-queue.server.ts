import { emailSender } from "~/adapters/registry.server";
import { DeliveryError, type Mail } from "~/adapters/email/port";
import { enqueue } from "~/jobs/queue.server";
import { decrypt, encrypt } from "~/lib/crypto.server";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";

export const MAIL_CONTEXT = "email.send";

/**
 * Queues an email, in the transaction `db` it belongs to. It is stored encrypted: it may contain a
 * sign-in code, of which the database otherwise holds an HMAC only, and a guest's details.
 */
export async function sendLater(mail: Mail, db?: Sql): Promise<void> {
  const sealed = encrypt(JSON.stringify(mail), MAIL_CONTEXT).toString("base64");
  await enqueue("email.send", { sealed }, db && { db });
}

/** The job: sends a queued email. Throws on temporary errors, so that the queue retries. */
export async function sendQueuedMail({ sealed }: { sealed: string }): Promise<void> {
  const mail = JSON.parse(decrypt(Buffer.from(sealed, "base64"), MAIL_CONTEXT)) as Mail; // written by sendLater only
  try {
    await emailSender.send({ ...mail, from: env.EMAIL_FROM });
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.kind === "later") throw error;
    log.warn({ error_code: error.code }, "a mail could not be sent");
  }
}
