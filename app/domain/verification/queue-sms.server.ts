import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { queueMessage } from "../email/queue-message.server";
import { countSms, isWithinHour } from "./sms-usage.sql.server";

export interface NewSms {
  tenant_id: string;
  kind: string;
  /** E.164; the caller has checked that the country is allowed. */
  recipient: string;
  locale: string;
  /** Stored encrypted until it is sent. */
  text: string;
}

/**
 * Queues an SMS in the caller's transaction and counts it against the tenant's monthly and hourly
 * caps; the hourly one keeps strangers from using up a month overnight. Throws rate_limited when
 * either is used up.
 */
export async function queueSms(db: Sql, { text, ...sms }: NewSms): Promise<void> {
  const { SMS_MONTHLY_CAP, SMS_HOURLY_CAP } = env;
  if (!(await countSms(db, sms.tenant_id, SMS_MONTHLY_CAP)))
    throw new AppError("rate_limited", "No more text messages can be sent this month.", retryLater);
  // After countSms, whose row lock makes concurrent calls count each other.
  if (!(await isWithinHour(db, sms.tenant_id, SMS_HOURLY_CAP)))
    throw new AppError(
      "rate_limited",
      "No more text messages can be sent for now. Try again in an hour.",
      { headers: { "Retry-After": "3600" } },
    );
  await queueMessage(db, {
    ...sms,
    channel: "sms",
    audience: "customer",
    secret: { sms: { text } },
  });
}

/** A day: the month's end may be weeks away, and the cap may be raised before. */
const retryLater = { headers: { "Retry-After": "86400" } };
