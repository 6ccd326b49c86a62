import { enqueue } from "~/jobs/queue.server";
import { clock } from "~/lib/clock";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { countText } from "./text-usage.sql.server";
import { HELD_TURN } from "./mail-turn.sql.server";
import {
  countMail,
  isNewTenant,
  isUnproven,
  OWN_PEOPLE,
  readUsage,
  UNPROVEN,
  worksForTenant,
} from "./mail-usage.sql.server";
import type { MessageRow, QuotaReason } from "./message-row";
import { holdMessage, startAttempt } from "./messages.sql.server";

/** How often a message may be resent. */
export const MAX_RESENDS = 3;
const DAY_MS = 86_400_000;
/** A margin, so that it is past midnight by the database's clock too. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/**
 * Starts an attempt (startAttempt) and, in the same transaction, counts the email against the daily
 * quotas of its tenant and recipient. Returns the reason if either is used up: then nothing has
 * changed. Codes have separate limits, and further attempts of a message are not counted. Two kinds
 * have a separate budget, so that they never use up the guests': copies to the tenant's people
 * (without a limit per person), and emails about bookings with unverified addresses, which
 * strangers can cause. A text reminder counts against its tenant's monthly budget (`text_budget`)
 * alone.
 */
export async function startWithinQuota(
  row: MessageRow,
  text_budget: number | null,
): Promise<number | QuotaReason | "text_budget" | undefined> {
  const isFree = text_budget === null && row.channel !== "email";
  if (isFree || row.kind === "verification_code" || row.attempts > 0)
    return startAttempt(pool, row);
  try {
    return await transaction(async (db) => {
      const attempts = await startAttempt(db, row);
      if (attempts === undefined) return undefined;
      if (text_budget !== null) {
        if (!(await countText(db, row.tenant_id, text_budget))) throw new OverQuota("text_budget");
        return attempts;
      }
      if (await worksForTenant(db, row.tenant_id, row.recipient)) {
        await count(db, row, OWN_PEOPLE, await perDay(db, row.tenant_id), "tenant_quota");
        return attempts;
      }
      await count(db, row, row.recipient, env.MAIL_PER_DAY_RECIPIENT, "recipient_quota");
      if (row.booking_id !== null && (await isUnproven(db, row.tenant_id, row.booking_id)))
        await count(db, row, UNPROVEN, env.MAIL_PER_DAY_UNPROVEN, "unproven_quota");
      else await count(db, row, null, await perDay(db, row.tenant_id), "tenant_quota");
      return attempts;
    });
  } catch (error) {
    if (error instanceof OverQuota) return error.reason;
    throw error;
  }
}

class OverQuota extends Error {
  constructor(readonly reason: QuotaReason | "text_budget") {
    super(reason);
  }
}

/**
 * Whether an email about this booking to this address would be held today, by the present counts.
 * Counts nothing.
 */
export async function isOverQuota(
  tenantId: string,
  bookingId: string,
  recipient: string,
): Promise<boolean> {
  const sent = await readUsage(tenantId, recipient);
  const isUsedUp = (await isUnproven(pool, tenantId, bookingId))
    ? sent.unproven >= env.MAIL_PER_DAY_UNPROVEN
    : sent.all >= (await perDay(pool, tenantId));
  if (isUsedUp) return true;
  return (
    sent.to_recipient >= env.MAIL_PER_DAY_RECIPIENT &&
    !(await worksForTenant(pool, tenantId, recipient))
  );
}

/**
 * A tenant that is a week old, or whose payment account has taken real money, is trusted with a
 * higher quota.
 */
async function perDay(db: Sql, tenantId: string): Promise<number> {
  return (await isNewTenant(db, tenantId)) ? env.MAIL_PER_DAY_FIRST_WEEK : env.MAIL_PER_DAY;
}

async function count(
  db: Sql,
  { tenant_id }: MessageRow,
  counted: Parameters<typeof countMail>[2],
  limit: number,
  reason: QuotaReason,
) {
  if (!(await countMail(db, tenant_id, counted, limit))) throw new OverQuota(reason);
}

/** Holds the message, with the reason in the log, until the next day (UTC) starts. */
export async function holdUntilTomorrow(row: MessageRow, reason: QuotaReason): Promise<void> {
  const startAfter = new Date(Math.floor(clock.now() / DAY_MS + 1) * DAY_MS + AFTER_MIDNIGHT_MS);
  await transaction(async (db) => {
    await holdMessage(db, row, reason);
    await enqueue(
      "message.send",
      { tenant_id: row.tenant_id, message_id: row.id },
      { db, startAfter, priority: HELD_TURN },
    );
  });
}
