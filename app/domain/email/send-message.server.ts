import { DeliveryError } from "~/adapters/email/port";
import { emailSender, smsSender } from "~/adapters/registry.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import { countMessage } from "~/lib/metrics.server";
import { retryWhileAway } from "~/lib/retry-while-away.server";
import { holdUntilTomorrow, startWithinQuota } from "./mail-quota.server";
import { senderLine } from "./sender-line";
import type { SentSms } from "~/adapters/sms/port";
import { prepareText } from "./prepare-text.server";
import { isTextReminder, type MessageRow, SECRET_KINDS } from "./message-row";
import {
  findMessageTenant,
  findWaiting,
  LEASE_SECONDS,
  releaseForRetry,
  type Outcome,
  UNCONFIRMED,
  UNCONFIRMED_TWICE,
  type Written,
  writeOutcome,
} from "./messages.sql.server";
import { openSeal } from "./queue-message.server";
import { type Rendered, renderMessage } from "./render-message.server";
import { isSuppressed, suppress } from "./suppressions.sql.server";

/** Calls to the provider. The queue retries far more often, for errors before the call. */
const MAX_ATTEMPTS = 11;
const AWAITS_MEETING = "This message waits for the link of its booking's meeting.";
const BEING_SENT = "This message is being sent by another run.";

/**
 * Sends one queued message and records the result; a sent message is not sent again, however often
 * its job runs. Throws if it should be retried later (by the queue), until the attempts are used
 * up.
 */
export async function sendMessage(job: { tenant_id?: string; message_id: string }): Promise<void> {
  const tenantId = job.tenant_id ?? (await findMessageTenant(job.message_id));
  const row = tenantId === null ? undefined : await findWaiting(tenantId, job.message_id);
  if (row === undefined) return;
  if (row.is_leased) throw new Error(BEING_SENT);
  if (row.awaits_meeting) throw new Error(AWAITS_MEETING);
  const send = await prepare(row);
  if (send === null) return;
  const leased = performance.now();
  const attempts = await startWithinQuota(row, send.text_budget);
  if (attempts === undefined) throw new Error(BEING_SENT);
  if (attempts === "text_budget")
    return finish(row, null, { status: "suppressed", error_code: attempts });
  if (typeof attempts === "string") {
    await holdUntilTomorrow(row, attempts);
    return countMessage(row.channel, "held");
  }
  let sent: SentSms;
  try {
    sent = await send.call();
  } catch (error) {
    return recordFailure({ ...row, attempts }, send.rendered, error);
  }
  // The lease began before the call; the next run starts when it has ended.
  await retryWhileAway(
    () => finish(row, send.rendered, { status: "sent", ...sent }),
    LEASE_SECONDS - (performance.now() - leased) / 1000,
  );
}

interface ReadyToSend {
  rendered: Written | null;
  call: () => Promise<SentSms>;
  /** Of a text reminder: the most that its company sends in a month. */
  text_budget: number | null;
}

/**
 * Everything before the call to the provider; null when the message is not to be sent. An error
 * here (a template, a database of another version) has sent nothing: no attempt counts, and the
 * queue retries with back-off. A run that crashed after calling the provider may have sent it: it
 * is sent once more with the same Message-ID, and given up after a second such crash, so that
 * nobody gets the same email over and over.
 */
async function prepare(row: MessageRow): Promise<ReadyToSend | null> {
  if (row.error_code === UNCONFIRMED_TWICE) {
    await finish(row, null, { status: "failed", error_code: UNCONFIRMED });
    return null;
  }
  if (isTextReminder(row)) return prepareReminder(row);
  const rendered = row.channel === "email" ? await renderMessage(row) : null;
  if (row.channel === "email" && rendered === null) {
    await finish(row, null, { status: "suppressed", error_code: "outdated" });
    return null;
  }
  if (rendered !== null && (await isSuppressed(row.tenant_id, row.recipient))) {
    await finish(row, rendered, { status: "suppressed", error_code: "inactive_recipient" });
    return null;
  }
  const call = rendered === null ? smsCall(row) : () => sendMail(row, rendered);
  return { rendered, call, text_budget: null };
}

async function prepareReminder(row: MessageRow): Promise<ReadyToSend | null> {
  const ready = await prepareText(row);
  if ("refusal" in ready) {
    await finish(row, null, { status: "suppressed", error_code: ready.refusal });
    return null;
  }
  const { text, parts, sms, budget } = ready;
  return {
    rendered: { subject: "", html: null, text, attachments: [], parts },
    call: () => smsSender.send(sms),
    text_budget: budget,
  };
}

async function sendMail(row: MessageRow, rendered: Rendered): Promise<{ provider_id: string }> {
  const { tenant, ...mail } = rendered;
  return emailSender.send({
    ...mail,
    to: row.recipient,
    from: senderLine(tenant, env.EMAIL_FROM),
    ...(tenant.email !== null && { reply_to: tenant.email }),
    headers: {
      // The same for every attempt, so that email clients show duplicates once.
      "Message-ID": `<${row.id}@${new URL(env.BASE_URL).hostname}>`,
      "Auto-Submitted": "auto-generated",
      ...threadOf(row),
    },
    metadata: { tenant_id: row.tenant_id, message_id: row.id },
  });
}

/** Emails about one booking are one conversation: all of them answer a message that was never sent. */
function threadOf({ booking_id }: MessageRow): Record<string, string> {
  if (booking_id === null) return {};
  const thread = `<booking.${booking_id}@${new URL(env.BASE_URL).hostname}>`;
  return { References: thread, "In-Reply-To": thread };
}

function smsCall(row: MessageRow): ReadyToSend["call"] {
  const text = row.sealed === null ? row.text : openSeal(row.id, row.sealed)["sms"]?.["text"];
  return () => smsSender.send({ to: row.recipient, text: String(text ?? "") });
}

async function recordFailure(
  row: MessageRow,
  rendered: Written | null,
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
  countMessage(row.channel, "retried");
  throw error;
}

async function finish(row: MessageRow, rendered: Written | null, outcome: Outcome): Promise<void> {
  await writeOutcome(row, SECRET_KINDS.includes(row.kind) ? null : rendered, outcome);
  countMessage(row.channel, outcome.status);
}
