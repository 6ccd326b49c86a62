import type { Sql } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { htmlToText } from "../email/html-to-text";
import { layoutMail } from "../email/mail-layout";
import { queueMail } from "../email/queue-message.server";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { textsOf } from "../email/texts";
import { readManagersOf } from "./subscriptions.sql.server";

/**
 * gone: the endpoint answered 410; failing: nothing reached it for five days; manual: someone
 * switched it off.
 */
export type DisabledReason = "gone" | "failing" | "manual";

const WHY: Record<DisabledReason, string> = {
  gone: "It answered 410 Gone, which asks us to stop.",
  failing: "For five days not one delivery reached it.",
  manual: "Someone switched it off.",
};

/**
 * Emails owner and admins, in the same transaction, that a subscription was disabled automatically,
 * and what to do.
 */
export async function onSubscriptionDisabled(
  db: Sql,
  { tenant_id, subscription_id }: { tenant_id: string; subscription_id: string },
  reason: DisabledReason,
): Promise<void> {
  log.warn({ tenant_id, subscription_id, reason }, "a webhook subscription was disabled");
  const tenant = await readMailTenant(db, tenant_id);
  for (const { email, url } of await readManagersOf(db, tenant_id, subscription_id)) {
    const { host } = new URL(url);
    const subject = `Webhooks to ${host} are switched off`;
    const html = layoutMail({
      content: `<p>We no longer send events to <strong>${host.replace(/[&<>"']/g, "")}</strong>. ${WHY[reason]}</p>
        <p>When the address works again, switch the subscription on and replay what was missed. Events are kept for 30 days.</p>`,
      subject,
      lang: "en",
      dir: "ltr",
      sent_by: textsOf("en").sent_by,
      tenant,
    });
    await queueMail(db, {
      tenant_id,
      kind: "webhook_disabled",
      audience: "owner",
      recipient: email,
      locale: "en",
      content: { subject, html, text: htmlToText(html), attachments: [] },
    });
  }
}
