import sql, { type Sql as Part } from "sql-template-tag";
import { codeHmac } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";

/** The codes of an address; those of a known browser are separate. */
const isCodeOf = (email: string, device: string | null): Part =>
  sql`purpose = 'sign_in' and destination = ${email} and device_id is not distinct from ${device}::uuid`;

/** Serialises sending per address, so that concurrent calls cannot both find the count low. */
export async function lockAddress(db: Sql, email: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`sign_in ${email}`}, 0))`);
}

export interface RecentCodes {
  in_hour: number;
  in_day: number;
  /**
   * Seconds until a code may be sent again: after the last one, the first of the hour, the first of
   * the day.
   */
  resend_after: number | null;
  hour_after: number | null;
  day_after: number | null;
}

/** Used codes cause no delay: someone who signs out may sign in again immediately. */
export async function countRecent(
  db: Sql,
  email: string,
  device: string | null,
  resendSeconds: number,
): Promise<RecentCodes> {
  const counted = await db.query<RecentCodes>(
    sql`select count(*)::int as in_day, (count(*) filter (where created_at > clock_timestamp() - interval '1 hour'))::int as in_hour,
        ceil(extract(epoch from max(created_at) filter (where consumed_at is null)
          + ${resendSeconds} * interval '1 second' - clock_timestamp()))::int as resend_after,
        ceil(extract(epoch from min(created_at) filter (where created_at > clock_timestamp() - interval '1 hour')
          + interval '1 hour' - clock_timestamp()))::int as hour_after,
        ceil(extract(epoch from min(created_at) + interval '1 day' - clock_timestamp()))::int as day_after
      from verification_code where ${isCodeOf(email, device)} and created_at > clock_timestamp() - interval '1 day'`,
  );
  return counted.rows[0]!; // an aggregate is one row
}

/** Invalidates previous codes. */
export async function endCodes(db: Sql, email: string, device: string | null): Promise<void> {
  await db.query(
    sql`update verification_code set expires_at = now()
        where ${isCodeOf(email, device)} and consumed_at is null and expires_at > now()`,
  );
}

export async function insertCode(
  db: Sql,
  {
    id,
    email,
    device,
    code,
    minutes,
  }: { id: string; email: string; device: string | null; code: string; minutes: number },
): Promise<void> {
  await db.query(
    sql`insert into verification_code (id, purpose, channel, destination, device_id, code_hmac, created_at, expires_at)
        values (${id}, 'sign_in', 'email', ${email}, ${device}, ${codeHmac(id, code)}, clock_timestamp(),
          clock_timestamp() + ${minutes} * interval '1 minute')`,
  );
}

export interface TriedCode {
  id: string;
  code_hmac: Buffer;
  attempts: number;
}

/**
 * Counts an attempt on the newest code of an address and returns the value to compare with; null
 * when no attempt is left. A separate statement: a concurrent attempt waits for the row and then
 * sees the new count (read committed), and a later refusal does not roll it back.
 */
export async function countTry(
  email: string,
  device: string | null,
  most: number,
): Promise<TriedCode | null> {
  const counted = await pool.query<TriedCode>(
    sql`update verification_code set attempts = attempts + 1
      where id = (select id from verification_code where ${isCodeOf(email, device)} order by created_at desc limit 1)
        and attempts < ${most} and consumed_at is null and expires_at > now()
      returning id, code_hmac, attempts`,
  );
  return counted.rows[0] ?? null;
}
