import sql from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { queueMessage } from "../email/queue-message.server";

export interface NewSms {
  tenant_id: string;
  kind: string;
  /** E.164; the caller has checked that the country is allowed. */
  recipient: string;
  locale: string;
  /** Kept encrypted until it is sent. */
  text: string;
}

/**
 * Queues an SMS in the caller's transaction and counts it against the tenant's month; one statement judges and counts, so that many at
 * once do not pass the cap together. Throws rate_limited when the month is used up.
 */
export async function queueSms(db: Sql, { text, ...sms }: NewSms): Promise<void> {
  const counted = await db.query(
    sql`insert into sms_usage (tenant_id, month, sent)
      select ${sms.tenant_id}::uuid, date_trunc('month', now() at time zone 'UTC'), 1 where ${env.SMS_MONTHLY_CAP}::int > 0
      on conflict (tenant_id, month) do update set sent = sms_usage.sent + 1 where sms_usage.sent < ${env.SMS_MONTHLY_CAP}::int`,
  );
  if (counted.rowCount !== 1)
    throw new AppError("rate_limited", "No more text messages can be sent this month.", retryLater);
  await queueMessage(db, { ...sms, channel: "sms", audience: "customer", secret: { sms: { text } } });
}

/** A day: the month's end may be weeks away, and the cap may be raised before. */
const retryLater = { headers: { "Retry-After": "86400" } };
