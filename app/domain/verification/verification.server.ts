import type {
  ConfirmVerification,
  StartVerification,
  VerificationConfirmed,
  VerificationStarted,
} from "~/contract/verification";
import { toE164 } from "~/contract/contact-details";
import { AppError, invalidField } from "~/lib/app-error";
import { codeHmac, isEqual, randomDigits, randomToken } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import {
  type IdempotencyTicket,
  idempotentTransaction,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { isAllowedNumber } from "~/lib/phone-number";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { mailedCompany } from "../email/mail-names";
import { queueMail } from "../email/queue-message.server";
import { textsOf } from "../email/texts";
import type { KeyActor } from "../identity/actor";
import { queueSms } from "./queue-sms.server";
import {
  consumeCode,
  countRecent,
  countTry,
  endCodes,
  insertCode,
  insertToken,
  lockDestination,
} from "./verification-codes.sql.server";
import { allowsChannel } from "./verification-mode";

const CODE_MINUTES = 10;
const MAX_TRIES = 5;
const RESEND_SECONDS = 60;
const CODES_PER_HOUR = 5;
const TOKEN_MINUTES = 15;

/**
 * Sends a guest a six-digit code in their language; the previous one becomes invalid. The answer is
 * the same for known and unknown addresses. Throws validation_failed (a channel the widget does not
 * use, a number without a country or in one that is not served) and rate_limited (within a minute
 * of the last code, after five in an hour, the tenant's month of SMS used up).
 */
export async function startVerification(
  actor: KeyActor,
  input: StartVerification,
  ticket: IdempotencyTicket | null = null,
  locale: string = actor.tenant.locale,
): Promise<VerificationStarted> {
  const { channel, config_id } = input;
  const { configuration } = await chooseConfiguration(actor, config_id);
  const { verification } = configuration;
  // Even without required verification, an email code is needed once unverified bookings have
  // reached their limit.
  const isAllowed =
    allowsChannel(verification, channel) || (verification === "off" && channel === "email");
  if (!isAllowed)
    throw invalidField(
      "channel",
      `This widget does not send codes by ${channel === "email" ? "email" : "SMS"}.`,
      "not_enabled",
    );
  const destination = channel === "email" ? input.destination : numberOf(input.destination);
  const id = newId();
  const code = randomDigits(6);
  return idempotentTransaction(ticket, async (db) => {
    await lockDestination(db, actor.tenant.id, destination);
    await refuseTooMany(db, actor.tenant.id, destination);
    await endCodes(db, actor.tenant.id, destination);
    const made = { id, channel, destination, code, minutes: CODE_MINUTES };
    const { created_at, expires_at } = await insertCode(db, actor, made);
    await sendCode(db, actor, { channel, destination, code, locale });
    return {
      verification_id: id,
      expires_at: toRfc3339(expires_at.getTime()),
      resend_after: toRfc3339(created_at.getTime() + RESEND_SECONDS * 1000),
    };
  });
}

function numberOf(phone: string): string {
  const number = toE164(phone);
  if (number === null)
    throw invalidField("destination", "Start with the country: +31 6 12345678.", "no_country");
  if (!isAllowedNumber(number, env.SMS_COUNTRIES))
    throw invalidField(
      "destination",
      "Text messages cannot be sent to that country.",
      "country_not_served",
    );
  return number;
}

async function sendCode(
  db: Sql,
  actor: KeyActor,
  {
    channel,
    destination,
    code,
    locale,
  }: { channel: "email" | "sms"; destination: string; code: string; locale: string },
): Promise<void> {
  const { id: tenant_id } = actor.tenant;
  const message = { tenant_id, kind: "verification_code", recipient: destination, locale };
  if (channel === "email") {
    const secret = { code: { value: code, expires_minutes: CODE_MINUTES } };
    await queueMail(db, { ...message, audience: "customer", secret });
    return;
  }
  const values: Record<string, string> = {
    code,
    tenant: mailedCompany(actor.tenant),
    minutes: String(CODE_MINUTES),
  };
  const text = textsOf(locale).sms_code.replace(
    /{{ (\w+) }}/g,
    (_, variable) => values[String(variable)] ?? "",
  );
  await queueSms(db, { ...message, text });
}

async function refuseTooMany(db: Sql, tenantId: string, destination: string): Promise<void> {
  const { sent, resend_after, hour_after } = await countRecent(
    db,
    tenantId,
    destination,
    RESEND_SECONDS,
  );
  const wait = Math.max(sent >= CODES_PER_HOUR ? (hour_after ?? 0) : 0, resend_after ?? 0);
  if (wait <= 0) return;
  throw new AppError("rate_limited", `A new code can be sent in ${wait} seconds.`, {
    headers: { "Retry-After": String(wait) },
    details: { resend_after_seconds: wait },
  });
}

/**
 * Exchanges a code for a token, once. Five attempts, counted before the code is compared and in a
 * separate statement: a hundred concurrent attempts count a hundred, and a refusal does not roll
 * the count back. Throws verification_failed, with the same message for every cause.
 */
export async function confirmVerification(
  actor: KeyActor,
  input: ConfirmVerification,
  ticket: IdempotencyTicket | null = null,
): Promise<VerificationConfirmed> {
  const { verification_id: id, code } = input;
  const found = await countTry(actor, id, MAX_TRIES);
  // Hashed in any case, so that an unknown id does not answer faster.
  const hmac = codeHmac(id, code);
  if (found === null || !isEqual(hmac, found.code_hmac)) {
    if (ticket !== null) await replayStoredAnswer(pool, ticket); // a retry finds the code consumed by the first call
    throw failed();
  }
  return idempotentTransaction(ticket, async (db) => {
    if (!(await consumeCode(db, id))) throw failed();
    const verification_token = `vt_${randomToken()}`;
    const expiresAt = await insertToken(db, actor, verification_token, found, TOKEN_MINUTES);
    return { verification_token, expires_at: toRfc3339(expiresAt.getTime()) };
  });
}

function failed(): AppError {
  const message = "That code is incorrect or has expired. Ask for a new one.";
  return new AppError("verification_failed", message, {
    issues: [{ path: "code", code: "verification_failed", message }],
  });
}
