import { memberLocale } from "~/i18n/locales";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import { momentOf } from "../bookings/read/booking-time";
import { readManagers } from "../email/mail-sources.sql.server";
import { queueMail } from "../email/queue-message.server";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { textsOf } from "../email/texts";
import { writeNews } from "../email/write-news";

interface Endpoint {
  tenant_id: string;
  subscription_id: string;
  url: string;
}

/** gone: the endpoint answered 410; failing: nothing reached it for five days. */
export type AutomaticReason = "gone" | "failing";

/** Emails owners and admins, in the same transaction, that a subscription was disabled. */
export async function onSubscriptionDisabled(
  db: Sql,
  endpoint: Endpoint,
  reason: AutomaticReason,
): Promise<void> {
  const { tenant_id, subscription_id } = endpoint;
  log.warn({ tenant_id, subscription_id, reason }, "a webhook subscription was disabled");
  await mailManagers(db, endpoint, "webhook_disabled", reason, null);
}

/** Emails them once, while it is still tried, that nothing reaches it. */
export const onSubscriptionFailing = (db: Sql, endpoint: Endpoint, since: Date): Promise<void> =>
  mailManagers(db, endpoint, "webhook_failing", "warning", since);

async function mailManagers(
  db: Sql,
  { tenant_id, subscription_id, url }: Endpoint,
  kind: "webhook_disabled" | "webhook_failing",
  news: AutomaticReason | "warning",
  since: Date | null,
): Promise<void> {
  const tenant = await readMailTenant(db, tenant_id);
  const { host } = new URL(url);
  for (const { role, email, language } of await readManagers(db, tenant_id)) {
    const locale = memberLocale(language, tenant.locale);
    const { webhooks } = textsOf(locale);
    const reading = { locale, time_zone: tenant.time_zone };
    const values = { host, since: since === null ? "" : momentOf(since, reading) };
    const href = `${env.BASE_URL}/dashboard/webhooks/${subscription_id}`;
    await queueMail(db, {
      tenant_id,
      kind,
      audience: role === "owner" ? "owner" : "staff",
      recipient: email,
      locale,
      content: writeNews(webhooks[news], values, { href, label: webhooks.button }, tenant, locale),
    });
  }
}
