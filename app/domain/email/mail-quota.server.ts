import sql from "sql-template-tag";
import { enqueue } from "~/jobs/queue.server";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { HELD_TURN } from "./mail-turn.sql.server";
import type { MessageRow } from "./message-row";

/** How often one message may be sent again. */
export const MAX_RESENDS = 3;
const DAY_MS = 86_400_000;
/** Past midnight by the database's clock too. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;
const WHOLE_TENANT = Buffer.alloc(0);

export type QuotaReason = "tenant_quota" | "recipient_quota";

/**
 * Counts a mail against what its tenant may send today, and against what one recipient may get of it; the reason when either is used
 * up, and then nothing is counted. Codes have limits of their own, and a further try of the same message is not counted again. Whoever
 * works for the tenant gets as much of its mail as there is.
 */
export async function overQuota(row: MessageRow): Promise<QuotaReason | null> {
  if (row.channel !== "email" || row.kind === "verification_code" || row.attempts > 1) return null;
  try {
    await transaction(async (db) => {
      if (!(await worksForTenant(db, row)))
        await count(db, row, sha256(row.recipient.toLowerCase()), env.MAIL_PER_DAY_RECIPIENT, "recipient_quota");
      await count(db, row, WHOLE_TENANT, await perDay(db, row.tenant_id), "tenant_quota");
    });
    return null;
  } catch (error) {
    if (error instanceof OverQuota) return error.reason;
    throw error;
  }
}

class OverQuota extends Error {
  constructor(readonly reason: QuotaReason) {
    super(reason);
  }
}

/** Whether a mail to this address would be held today, by what has been counted so far. Counts nothing. */
export async function isOverQuota(tenantId: string, recipient: string): Promise<boolean> {
  const row = { tenant_id: tenantId, recipient };
  const usage = await pool.query<{ is_whole: boolean; sent: number }>(
    sql`select recipient_hash = ${WHOLE_TENANT}::bytea as is_whole, sent from mail_usage
      where tenant_id = ${tenantId} and day = (now() at time zone 'UTC')::date
        and recipient_hash in (${WHOLE_TENANT}::bytea, ${sha256(recipient.toLowerCase())}::bytea)`,
  );
  const sent = (isWhole: boolean) => usage.rows.find(({ is_whole }) => is_whole === isWhole)?.sent ?? 0;
  if (sent(true) >= (await perDay(pool, tenantId))) return true;
  return sent(false) >= env.MAIL_PER_DAY_RECIPIENT && !(await worksForTenant(pool, row));
}

async function worksForTenant(
  db: Sql,
  { tenant_id, recipient }: Pick<MessageRow, "tenant_id" | "recipient">,
): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from tenant_user u join account a on a.id = u.account_id
        where u.tenant_id = ${tenant_id} and a.email = lower(${recipient})`,
  );
  return found.rowCount !== 0;
}

/** A tenant that is a week old, or whose account at a payment provider has taken real money, has shown what it is. */
async function perDay(db: Sql, tenantId: string): Promise<number> {
  const found = await db.query(
    sql`select 1 from tenant where id = ${tenantId} and created_at > now() - interval '7 days' and not exists (
          select 1 from payment where tenant_id = ${tenantId} and livemode and captured_at is not null)`,
  );
  return found.rowCount === 0 ? env.MAIL_PER_DAY : env.MAIL_PER_DAY_FIRST_WEEK;
}

/** One statement judges and counts, so that many at once do not pass the limit together. */
async function count(db: Sql, { tenant_id }: MessageRow, recipient: Buffer, limit: number, reason: QuotaReason) {
  const counted = await db.query(
    sql`insert into mail_usage (tenant_id, day, recipient_hash, sent)
      select ${tenant_id}::uuid, (now() at time zone 'UTC')::date, ${recipient}::bytea, 1 where ${limit}::int > 0
      on conflict (tenant_id, day, recipient_hash) do update set sent = mail_usage.sent + 1 where mail_usage.sent < ${limit}::int`,
  );
  if (counted.rowCount !== 1) throw new OverQuota(reason);
}

/** The message waits, with its reason in the log, and is tried when the next day (UTC) has started. */
export async function holdUntilTomorrow(row: MessageRow, reason: QuotaReason): Promise<void> {
  const startAfter = new Date(Math.floor(clock.now() / DAY_MS + 1) * DAY_MS + AFTER_MIDNIGHT_MS);
  await transaction(async (db) => {
    await db.query(
      sql`update message set status = 'held', error_code = ${reason}, attempts = attempts - 1, leased_until = null, updated_at = now()
        where tenant_id = ${row.tenant_id} and id = ${row.id} and status = 'queued'`,
    );
    await enqueue(
      "message.send",
      { tenant_id: row.tenant_id, message_id: row.id },
      { db, startAfter, priority: HELD_TURN },
    );
  });
}
