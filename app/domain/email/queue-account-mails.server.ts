import type { AccountEvent } from "~/contract/email";
import { memberLocale } from "~/i18n/locales";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { dashboardUrl } from "../bookings/read/dashboard-url.server";
import { referenceOf } from "../bookings/read/booking-reference";
import { readChoices, readManagers } from "./mail-sources.sql.server";
import type { MailTenant } from "./mail-values";
import { MAILS } from "./mails";
import { queueMail } from "./queue-message.server";
import { readMailTenant } from "./read-mail-tenant.sql.server";
import { textsOf } from "./texts";
import { writeNews } from "./write-news";

/**
 * Emails the owners (and admins, if the company wants it) about the company's account at the
 * payment provider, in the caller's transaction, each in their language. `refund`: the one that
 * failed; `bookingId` is its booking.
 */
export async function queueAccountMail(
  db: Sql,
  tenantId: string,
  event: AccountEvent,
  {
    refund = null,
    bookingId = null,
  }: { refund?: FailedRefund | null; bookingId?: string | null } = {},
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
      content: write(event, tenant, locale, refund),
    });
  }
}

/** A failed refund in words of a language. */
export interface FailedRefund {
  amount: (locale: string) => string;
  guest: (locale: string) => string;
  /** The booking's reference, as it is stored. */
  reference: string;
}

function write(event: AccountEvent, tenant: MailTenant, lang: string, refund: FailedRefund | null) {
  const { account, labels, open_dashboard } = textsOf(lang);
  if (refund === null) {
    const button = { href: `${env.BASE_URL}/dashboard/payments`, label: open_dashboard };
    return writeNews(account[event], {}, button, tenant, lang);
  }
  const [amount, guest] = [refund.amount(lang), refund.guest(lang)];
  const reference = referenceOf(refund.reference);
  const button = { href: dashboardUrl(refund.reference), label: account.open_booking };
  const details = [amount, guest, reference].join(", ");
  return writeNews(account[event], { details }, button, tenant, lang, [
    [labels.amount, amount],
    [labels.guest, guest],
    [labels.reference, reference],
  ]);
}
