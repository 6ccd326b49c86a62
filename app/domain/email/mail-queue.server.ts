import { emailSender } from "~/adapters/registry.server";
import { DeliveryError, type Mail } from "~/adapters/email/port";
import { enqueue } from "~/jobs/queue.server";
import { decrypt, encrypt } from "~/lib/crypto.server";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";

export const MAIL_CONTEXT = "email.send";

/**
 * Queues a mail, in the transaction `db` that it belongs to. It waits encrypted: it may carry a sign-in code, of which the database
 * otherwise holds an HMAC only, and a guest's details.
 */
export async function sendLater(mail: Mail, db?: Sql): Promise<void> {
  const sealed = encrypt(JSON.stringify(mail), MAIL_CONTEXT).toString("base64");
  await enqueue("email.send", { sealed }, db && { db });
}

/** Sends a mail that waited; for the job. Throws when it may work at another time, so that the queue tries again. */
export async function sendQueuedMail({ sealed }: { sealed: string }): Promise<void> {
  const mail = JSON.parse(decrypt(Buffer.from(sealed, "base64"), MAIL_CONTEXT)) as Mail; // written by sendLater alone
  try {
    await emailSender.send({ ...mail, from: env.EMAIL_FROM });
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.kind === "later") throw error;
    log.warn({ error_code: error.code }, "a mail could not be sent");
  }
}
