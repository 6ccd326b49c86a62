import sql from "sql-template-tag";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";

/** Emails about bookings with an unverified address: counted separately. */
export const UNPROVEN = Symbol("mails about unproven bookings");
/** Emails to the tenant's own people. */
export const OWN_PEOPLE = Symbol("mails to the tenant's own people");
/**
 * The counter of an email: of one recipient, of the tenant's guests (null), of unverified bookings,
 * or of the tenant's own people.
 */
type Counted = string | null | typeof UNPROVEN | typeof OWN_PEOPLE;

function hashOf(counted: Counted): Buffer {
  if (typeof counted === "string") return sha256(counted.toLowerCase());
  if (counted === null) return Buffer.alloc(0);
  return Buffer.alloc(counted === UNPROVEN ? 1 : 2);
}

/**
 * Counts one of today's emails if fewer than `limit` were counted, atomically, so that concurrent
 * ones cannot exceed it; false: used up.
 */
export async function countMail(
  db: Sql,
  tenantId: string,
  counted: Counted,
  limit: number,
): Promise<boolean> {
  if (limit <= 0) return false;
  const written = await db.query(
    sql`insert into mail_usage (tenant_id, day, recipient_hash, sent)
      values (${tenantId}, (now() at time zone 'UTC')::date, ${hashOf(counted)}, 1)
      on conflict (tenant_id, day, recipient_hash) do update set sent = mail_usage.sent + 1 where mail_usage.sent < ${limit}::int`,
  );
  return written.rowCount === 1;
}

/** Whether a booking was made by a visitor with an unverified address who has paid nothing. */
export async function isUnproven(db: Sql, tenantId: string, bookingId: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from booking where tenant_id = ${tenantId} and id = ${bookingId} and is_proven = false and payment_status = 'none'`,
  );
  return found.rowCount !== 0;
}

/** Today's counts: of the tenant, of emails about unverified bookings, and to this recipient. */
export async function readUsage(
  tenantId: string,
  recipient: string,
): Promise<{ all: number; unproven: number; to_recipient: number }> {
  const usage = await pool.query<{ recipient_hash: Buffer; sent: number }>(
    sql`select recipient_hash, sent from mail_usage
      where tenant_id = ${tenantId} and day = (now() at time zone 'UTC')::date
        and recipient_hash in (${hashOf(null)}::bytea, ${hashOf(UNPROVEN)}::bytea, ${hashOf(recipient)}::bytea)`,
  );
  const sent = (counted: Counted) =>
    usage.rows.find(({ recipient_hash }) => recipient_hash.equals(hashOf(counted)))?.sent ?? 0;
  return { all: sent(null), unproven: sent(UNPROVEN), to_recipient: sent(recipient) };
}

export async function worksForTenant(
  db: Sql,
  tenantId: string,
  recipient: string,
): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from tenant_user u join account a on a.id = u.account_id
        where u.tenant_id = ${tenantId} and a.email = lower(${recipient})`,
  );
  return found.rowCount !== 0;
}

/** Younger than a week, and without real money at a payment provider. */
export async function isNewTenant(db: Sql, tenantId: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from tenant where id = ${tenantId} and created_at > now() - interval '7 days' and not exists (
          select 1 from payment where tenant_id = ${tenantId} and livemode and captured_at is not null)`,
  );
  return found.rowCount !== 0;
}
