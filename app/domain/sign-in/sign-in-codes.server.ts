import sql from "sql-template-tag";
import type { CodeSent, SendCode, VerifyCode } from "~/contract/auth";
import { AppError } from "~/lib/app-error";
import { codeHmac, isEqual, randomDigits } from "~/lib/crypto.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { sendLater } from "../email/mail-queue.server";
import { type Account, findOrCreateAccount } from "../identity/accounts.sql.server";
import { signInCodeMail } from "./sign-in-code-mail";

export const CODE_MINUTES = 10;
export const MAX_TRIES = 5;
export const RESEND_SECONDS = 60;
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 10;

/**
 * Mails a new six-digit code; the one before stops working. No account is looked up: known and unknown addresses get the same answer and
 * the same mail, and a new person's account is made when the code comes back. Throws rate_limited: within a minute of the last code
 * (details.resend_after_seconds; that code still works), after five in an hour and ten in a day. `device` is a browser that the address
 * has signed in with before: it has codes and counts of its own, so that a stranger who asks for codes locks nobody out. `locale` is the language of the mail.
 */
export async function sendSignInCode(
  { email }: SendCode,
  device: string | null = null,
  locale = "en",
): Promise<CodeSent> {
  const id = newId();
  const code = randomDigits(6);
  await transaction(async (db) => {
    // One sender per address at a time, so that two at once cannot both find the count low.
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`sign_in ${email}`}, 0))`);
    await refuseTooMany(db, email, device);
    await db.query(
      sql`update verification_code set expires_at = now()
        where purpose = 'sign_in' and destination = ${email} and device_id is not distinct from ${device}::uuid
          and consumed_at is null and expires_at > now()`,
    );
    await db.query(
      sql`insert into verification_code (id, purpose, channel, destination, device_id, code_hmac, created_at, expires_at)
        values (${id}, 'sign_in', 'email', ${email}, ${device}, ${codeHmac(id, code)}, clock_timestamp(),
          clock_timestamp() + ${CODE_MINUTES} * interval '1 minute')`,
    );
    await sendLater({ to: email, ...signInCodeMail(code, CODE_MINUTES, locale) }, db);
  });
  return { expires_in_seconds: CODE_MINUTES * 60, resend_after_seconds: RESEND_SECONDS };
}

interface Counted {
  in_hour: number;
  in_day: number;
  resend_after: number | null;
  hour_after: number | null;
  day_after: number | null;
}

async function refuseTooMany(db: Sql, email: string, device: string | null): Promise<void> {
  const counted = await db.query<Counted>(
    // A code that was used keeps nobody waiting: who signs out may sign in again at once.
    sql`select count(*)::int as in_day, (count(*) filter (where created_at > clock_timestamp() - interval '1 hour'))::int as in_hour,
        ceil(extract(epoch from max(created_at) filter (where consumed_at is null)
          + ${RESEND_SECONDS} * interval '1 second' - clock_timestamp()))::int as resend_after,
        ceil(extract(epoch from min(created_at) filter (where created_at > clock_timestamp() - interval '1 hour')
          + interval '1 hour' - clock_timestamp()))::int as hour_after,
        ceil(extract(epoch from min(created_at) + interval '1 day' - clock_timestamp()))::int as day_after
      from verification_code where purpose = 'sign_in' and destination = ${email} and device_id is not distinct from ${device}::uuid
        and created_at > clock_timestamp() - interval '1 day'`,
  );
  const { in_hour, in_day, resend_after, hour_after, day_after } = counted.rows[0]!; // an aggregate is one row
  const wait = Math.max(
    in_hour >= CODES_PER_HOUR ? (hour_after ?? 0) : 0,
    in_day >= CODES_PER_DAY ? (day_after ?? 0) : 0,
  );
  if (wait > 0) throw tooMany(`Too many codes were requested. Try again in ${Math.ceil(wait / 60)} minutes.`, wait);
  if (resend_after !== null && resend_after > 0) {
    throw tooMany(`A code was sent a moment ago. A new one can be sent in ${resend_after} seconds.`, resend_after, {
      resend_after_seconds: resend_after,
    });
  }
}

function tooMany(message: string, seconds: number, details?: Record<string, unknown>): AppError {
  return new AppError("rate_limited", message, {
    headers: { "Retry-After": String(Math.max(1, seconds)) },
    ...(details && { details }),
  });
}

/**
 * The account behind an address whose code came back; made when the address is new. A code works once, for ten minutes and five
 * tries, however many come at once. Throws verification_failed.
 */
export async function verifySignInCode({ email, code }: VerifyCode, device: string | null = null): Promise<Account> {
  const tried = await countTry(email, device);
  if (tried === null) throw wrongCode("That code is no longer valid. Ask for a new one.");
  if (!isEqual(codeHmac(tried.id, code), tried.code_hmac)) throw wrongCode(triesLeft(MAX_TRIES - tried.attempts));
  return transaction(async (db) => {
    const consumed = await db.query(
      sql`update verification_code set consumed_at = now() where id = ${tried.id} and consumed_at is null`,
    );
    if (consumed.rowCount !== 1) throw wrongCode("That code has been used. Ask for a new one.");
    return findOrCreateAccount(db, email);
  });
}

/**
 * Counts one try on the newest code of an address and returns what it must match; null when no try is left. One statement of its own:
 * a second try waits for the row and then sees the count as it is (read committed), and a refusal afterwards does not roll it back.
 */
async function countTry(
  email: string,
  device: string | null,
): Promise<{ id: string; code_hmac: Buffer; attempts: number } | null> {
  const counted = await pool.query<{ id: string; code_hmac: Buffer; attempts: number }>(
    sql`update verification_code set attempts = attempts + 1
      where id = (select id from verification_code where purpose = 'sign_in' and destination = ${email}
          and device_id is not distinct from ${device}::uuid order by created_at desc limit 1)
        and attempts < ${MAX_TRIES} and consumed_at is null and expires_at > now()
      returning id, code_hmac, attempts`,
  );
  return counted.rows[0] ?? null;
}

function triesLeft(left: number): string {
  if (left === 0) return "That code is not right, and it was the last try. Ask for a new one.";
  return `That code is not right. ${left === 1 ? "One try" : `${left} tries`} left.`;
}

function wrongCode(message: string): AppError {
  return new AppError("verification_failed", message, {
    issues: [{ path: "code", code: "verification_failed", message }],
  });
}
