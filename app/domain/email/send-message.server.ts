import { DeliveryError } from "~/adapters/email/port";
import { emailSender, smsSender } from "~/adapters/registry.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import { holdUntilTomorrow, overQuota } from "./mail-quota.server";
import { senderLine } from "./sender-line";
import { type MessageRow, SECRET_KINDS } from "./message-row";
import {
  findMessageTenant,
  isWaiting,
  leaseMessage,
  releaseForRetry,
  type Outcome,
  UNCONFIRMED,
  UNCONFIRMED_TWICE,
  writeOutcome,
} from "./messages.sql.server";
import { openSeal } from "./queue-message.server";
import { type Rendered, renderMessage } from "./render-message.server";
import { isSuppressed, suppress } from "./suppressions.sql.server";

/** The first try and the queue's ten more. */
export const MAX_ATTEMPTS = 11;

/**
 * Sends one queued message and records the result; a message that has been sent is not sent again, however often its job
 * runs. Throws when it should be tried later (the queue does), until the tries are used up.
 */
export async function sendMessage(job: { tenant_id?: string; message_id: string }): Promise<void> {
  const tenantId = job.tenant_id ?? (await findMessageTenant(job.message_id));
  const row = tenantId === null ? null : await claimMessage(tenantId, job.message_id);
  if (row === null) return;
  if (row.error_code === UNCONFIRMED_TWICE)
    return finish(row, null, { status: "failed", error_code: UNCONFIRMED });
  const rendered = row.channel === "email" ? await renderMessage(row) : null;
  if (row.channel === "email" && rendered === null)
    return finish(row, null, { status: "suppressed", error_code: "outdated" });
  if (rendered !== null && (await isSuppressed(row.tenant_id, row.recipient)))
    return finish(row, rendered, { status: "suppressed", error_code: "inactive_recipient" });
  const reason = await overQuota(row);
  if (reason !== null) return holdUntilTomorrow(row, reason);
  let sent: { provider_id: string };
  try {
    sent = await (rendered === null ? sendSms(row) : sendMail(row, rendered));
  } catch (error) {
    return recordFailure(row, rendered, error);
  }
  await finish(row, rendered, { status: "sent", provider_id: sent.provider_id });
}

/**
 * The message, held for this run alone; null when it needs no sending. Throws while another run holds it. A run that ended without a word may
 * have sent it: it is sent once more, with the same Message-ID, and after a second such run it is given up, so that nobody gets a
 * mail again and again because the result cannot be recorded.
 */
async function claimMessage(tenantId: string, id: string): Promise<MessageRow | null> {
  const claimed = await leaseMessage(tenantId, id);
  if (claimed !== undefined) return claimed;
  if (await isWaiting(tenantId, id)) throw new Error("This message is being sent by another run.");
  return null;
}

async function sendMail(row: MessageRow, rendered: Rendered): Promise<{ provider_id: string }> {
  const { tenant, ...mail } = rendered;
  return emailSender.send({
    ...mail,
    to: row.recipient,
    from: senderLine(tenant, env.EMAIL_FROM),
    ...(tenant.email !== null && { reply_to: tenant.email }),
    headers: {
      // The same at every try: mail programs show a mail that arrived twice once.
      "Message-ID": `<${row.id}@${new URL(env.BASE_URL).hostname}>`,
      "Auto-Submitted": "auto-generated",
    },
    metadata: { tenant_id: row.tenant_id, message_id: row.id },
  });
}

async function sendSms(row: MessageRow): Promise<{ provider_id: string }> {
  const text = row.sealed === null ? row.text : openSeal(row.id, row.sealed)["sms"]?.["text"];
  return smsSender.send({ to: row.recipient, text: String(text ?? "") });
}

async function recordFailure(
  row: MessageRow,
  rendered: Rendered | null,
  error: unknown,
): Promise<void> {
  const failure =
    error instanceof DeliveryError
      ? error
      : new DeliveryError("later", "unknown", "The driver failed.");
  if (failure.kind === "inactive") {
    await suppress(pool, row.tenant_id, row.recipient, failure.code);
    return finish(row, rendered, { status: "suppressed", error_code: failure.code });
  }
  if (failure.kind === "final" || row.attempts >= MAX_ATTEMPTS) {
    log.warn(
      { tenant_id: row.tenant_id, message_id: row.id, error_code: failure.code },
      "a message could not be sent",
    );
    return finish(row, rendered, { status: "failed", error_code: failure.code });
  }
  await releaseForRetry(row, failure.code);
  throw error;
}

async function finish(row: MessageRow, rendered: Rendered | null, outcome: Outcome): Promise<void> {
  await writeOutcome(row, SECRET_KINDS.includes(row.kind) ? null : rendered, outcome);
}
