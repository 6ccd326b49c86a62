import type { CodeSent, SendCode, VerifyCode } from "~/contract/auth";
import { AppError } from "~/lib/app-error";
import { codeHmac, isEqual, randomDigits } from "~/lib/crypto.server";
import { type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { sendLater } from "../email/mail-queue.server";
import { type Account, findOrCreateAccount } from "../identity/accounts.sql.server";
import { consumeCode } from "../verification/verification-codes.sql.server";
import {
  countRecent,
  countTry,
  endCodes,
  insertCode,
  lockAddress,
} from "./sign-in-codes.sql.server";
import { signInCodeMail } from "./sign-in-code-mail";

export const CODE_MINUTES = 10;
const MAX_TRIES = 5;
const RESEND_SECONDS = 60;
const CODES_PER_HOUR = 5;
const CODES_PER_DAY = 10;

/**
 * Emails a new six-digit code; the previous one becomes invalid. No account is looked up: known and
 * unknown addresses get the same answer and email, and a new person's account is created when the
 * code is verified. Throws rate_limited: within a minute of the last code
 * (details.resend_after_seconds; that code still works), after five in an hour and ten in a day.
 * `device` is a browser the address has signed in with before: its codes and counts are separate,
 * so that a stranger who requests codes locks nobody out. `locale` is the language of the email.
 */
export async function sendSignInCode(
  { email }: SendCode,
  device: string | null = null,
  locale = "en",
): Promise<CodeSent> {
  const id = newId();
  const code = randomDigits(6);
  await transaction(async (db) => {
    await lockAddress(db, email);
    await refuseTooMany(db, email, device);
    await endCodes(db, email, device);
    await insertCode(db, { id, email, device, code, minutes: CODE_MINUTES });
    await sendLater({ to: email, ...signInCodeMail(code, CODE_MINUTES, locale, env.BASE_URL) }, db);
  });
  return { expires_in_seconds: CODE_MINUTES * 60, resend_after_seconds: RESEND_SECONDS };
}

async function refuseTooMany(db: Sql, email: string, device: string | null): Promise<void> {
  const counted = await countRecent(db, email, device, RESEND_SECONDS);
  const { in_hour, in_day, resend_after, hour_after, day_after } = counted;
  const wait = Math.max(
    in_hour >= CODES_PER_HOUR ? (hour_after ?? 0) : 0,
    in_day >= CODES_PER_DAY ? (day_after ?? 0) : 0,
  );
  if (wait > 0)
    throw tooMany(
      `Too many codes were requested. Try again in ${Math.ceil(wait / 60)} minutes.`,
      wait,
    );
  if (resend_after !== null && resend_after > 0) {
    throw tooMany(
      `A code was sent a moment ago. A new one can be sent in ${resend_after} seconds.`,
      resend_after,
      {
        resend_after_seconds: resend_after,
      },
    );
  }
}

function tooMany(message: string, seconds: number, details?: Record<string, unknown>): AppError {
  return new AppError("rate_limited", message, {
    headers: { "Retry-After": String(Math.max(1, seconds)) },
    ...(details && { details }),
  });
}

/**
 * The account of an address whose code was verified; created if the address is new. A code works
 * once, for ten minutes and five attempts, also concurrent ones. Throws verification_failed.
 */
export async function verifySignInCode(
  { email, code }: VerifyCode,
  device: string | null = null,
): Promise<Account> {
  const tried = await countTry(email, device, MAX_TRIES);
  if (tried === null) throw wrongCode("That code is no longer valid. Ask for a new one.");
  if (!isEqual(codeHmac(tried.id, code), tried.code_hmac))
    throw wrongCode(triesLeft(MAX_TRIES - tried.attempts));
  return transaction(async (db) => {
    if (!(await consumeCode(db, tried.id)))
      throw wrongCode("That code has been used. Ask for a new one.");
    return findOrCreateAccount(db, email);
  });
}

function triesLeft(left: number): string {
  if (left === 0) return "That code is incorrect, and it was the last try. Ask for a new one.";
  return `That code is incorrect. ${left === 1 ? "One try" : `${left} tries`} left.`;
}

function wrongCode(message: string): AppError {
  return new AppError("verification_failed", message, {
    issues: [{ path: "code", code: "verification_failed", message }],
  });
}
