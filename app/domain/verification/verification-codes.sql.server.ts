import sql from "sql-template-tag";
import { codeHmac, sha256 } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import type { KeyActor } from "../identity/actor";

const PURPOSE = "widget";

/**
 * Serialises calls per company and destination, so that concurrent calls cannot both find the count
 * low.
 */
export async function lockDestination(
  db: Sql,
  tenantId: string,
  destination: string,
): Promise<void> {
  await db.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${PURPOSE} ${tenantId} ${destination}`}, 0))`,
  );
}

export interface RecentCodes {
  /** Within an hour. */
  sent: number;
  /**
   * The seconds until the next code may be sent, and until the first one of the hour is an hour
   * old; null: none was sent.
   */
  resend_after: number | null;
  hour_after: number | null;
}

/** Counts the company's own codes only: other companies must not be able to use up its limit. */
export async function countRecent(
  db: Sql,
  tenantId: string,
  destination: string,
  resendSeconds: number,
): Promise<RecentCodes> {
  const counted = await db.query<RecentCodes>(
    sql`select count(*)::int as sent,
        ceil(extract(epoch from max(created_at) + ${resendSeconds} * interval '1 second' - clock_timestamp()))::int as resend_after,
        ceil(extract(epoch from min(created_at) + interval '1 hour' - clock_timestamp()))::int as hour_after
      from verification_code
      where purpose = ${PURPOSE} and destination = ${destination} and tenant_id = ${tenantId} and created_at > clock_timestamp() - interval '1 hour'`,
  );
  return counted.rows[0]!; // an aggregate is one row
}

/** Invalidates the codes sent there before. */
export async function endCodes(db: Sql, tenantId: string, destination: string): Promise<void> {
  await db.query(
    sql`update verification_code set expires_at = now()
        where purpose = ${PURPOSE} and destination = ${destination} and tenant_id = ${tenantId}
          and consumed_at is null and expires_at > now()`,
  );
}

export interface NewCode {
  id: string;
  channel: "email" | "sms";
  destination: string;
  code: string;
  minutes: number;
}

export async function insertCode(
  db: Sql,
  { tenant, key_id }: KeyActor,
  { id, channel, destination, code, minutes }: NewCode,
): Promise<{ created_at: Date; expires_at: Date }> {
  const made = await db.query<{ created_at: Date; expires_at: Date }>(
    sql`insert into verification_code (id, purpose, channel, destination, tenant_id, api_key_id, code_hmac, created_at, expires_at)
        values (${id}, ${PURPOSE}, ${channel}, ${destination}, ${tenant.id}, ${key_id}, ${codeHmac(id, code)},
          clock_timestamp(), clock_timestamp() + ${minutes} * interval '1 minute') returning created_at, expires_at`,
  );
  return made.rows[0]!; // an insert of one row
}

export interface TriedCode {
  code_hmac: Buffer;
  channel: string;
  destination: string;
}

/**
 * Counts an attempt, in a separate statement; null when there is no such code, or no attempt left.
 */
export async function countTry(
  { tenant, key_id }: KeyActor,
  id: string,
  most: number,
): Promise<TriedCode | null> {
  const tried = await pool.query<TriedCode>(
    sql`update verification_code set attempts = attempts + 1
      where id = ${id} and purpose = ${PURPOSE} and tenant_id = ${tenant.id} and api_key_id = ${key_id}
        and attempts < ${most} and consumed_at is null and expires_at > now()
      returning code_hmac, channel, destination`,
  );
  return tried.rows[0] ?? null;
}

/** False: it was used already. */
export async function consumeCode(db: Sql, id: string): Promise<boolean> {
  const consumed = await db.query(
    sql`update verification_code set consumed_at = now() where id = ${id} and consumed_at is null`,
  );
  return consumed.rowCount === 1;
}

/** Returns when the token expires. */
export async function insertToken(
  db: Sql,
  { tenant, key_id }: KeyActor,
  token: string,
  { channel, destination }: TriedCode,
  minutes: number,
): Promise<Date> {
  const made = await db.query<{ expires_at: Date }>(
    sql`insert into verification_token (token_hash, tenant_id, api_key_id, channel, destination, expires_at)
        values (${sha256(token)}, ${tenant.id}, ${key_id}, ${channel}, ${destination},
          clock_timestamp() + ${minutes} * interval '1 minute') returning expires_at`,
  );
  return made.rows[0]!.expires_at; // an insert of one row
}

/** Consumes a token that verifies this address or number; false if there is none. */
export async function spendToken(
  db: Sql,
  { tenant, key_id }: KeyActor,
  token: string,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<boolean> {
  const spent = await db.query(
    sql`update verification_token set consumed_at = now()
      where token_hash = ${sha256(token)} and tenant_id = ${tenant.id} and api_key_id = ${key_id}
        and consumed_at is null and expires_at > now()
        and ((channel = 'email' and destination = ${email}) or (channel = 'sms' and destination = ${phone}))`,
  );
  return spent.rowCount === 1;
}
