import type { AccountEvent } from "~/contract/email";
import { memberLocale } from "~/i18n/locales";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { readChoices, readManagers } from "./mail-sources.sql.server";
import type { MailTenant } from "./mail-values";
import { MAILS } from "./mails";
import { queueMail } from "./queue-message.server";
import { readMailTenant } from "./read-mail-tenant.sql.server";
import { textsOf } from "./texts";
import { writeNews } from "./write-news";

/**
 * Emails the owners (and admins, if the company wants it) about the company's account at the
 * payment provider, in the caller's transaction, each in their language. `details` identifies the
 * refund in a language; `bookingId` is its booking.
 */
export async function queueAccountMail(
  db: Sql,
  tenantId: string,
  event: AccountEvent,
  {
    details = () => "",
    bookingId = null,
  }: { details?: (locale: string) => string; bookingId?: string | null } = {},
): Promise<void> {
  const readers = await readManagers(db, tenantId);
  const chosen = await readChoices(db, tenantId, event);
  const wants = (recipient: "owner" | "staff") =>
    chosen[recipient] ?? MAILS[event].default_to[recipient];
  const wanted = readers.filter(({ role }) => wants(role === "owner" ? "owner" : "staff"));
  if (wanted.length === 0) return;
  const tenant = await readMailTenant(db, tenantId);
  for (const { role, email, language } of wanted) {
    const locale = memberLocale(language, tenant.locale);
    await queueMail(db, {
      tenant_id: tenantId,
      kind: event,
      audience: role === "owner" ? "owner" : "staff",
      recipient: email,
      locale,
      booking_id: bookingId,
      content: write(event, tenant, locale, details(locale)),
    });
  }
}

function write(event: AccountEvent, tenant: MailTenant, lang: string, details: string) {
  const { account, open_dashboard } = textsOf(lang);
  const button = { href: `${env.BASE_URL}/dashboard/payments`, label: open_dashboard };
  return writeNews(account[event], { details }, button, tenant, lang);
}
