import { memberLocale } from "~/i18n/locales";
import { type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import type { MailTenant } from "../email/mail-values";
import { queueMail } from "../email/queue-message.server";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { textsOf } from "../email/texts";
import { writeNews } from "../email/write-news";
import { connectionsToNotify } from "./broken-connections.sql.server";
import { PROVIDER_NAMES } from "./provider-names";
import {
  type BrokenCalendars,
  type BrokenConnection,
  markCalendarsNotified,
  markMemberNotified,
  markOwnerNotified,
  readRecipients,
  type Recipient,
} from "./notify-broken-connections.sql.server";

/** Accounts per sweep. */
const MOST = 200;

/**
 * Emails about inaccessible accounts, and about unreadable or unwritable calendars of accessible
 * ones: the member immediately, the owners if it still is broken after a day; each once until it
 * works again. Times are still offered from the last copy, so people must be told. Returns how many
 * accounts were examined.
 */
export async function notifyBrokenConnections(): Promise<number> {
  const due = await connectionsToNotify(MOST);
  for (const { tenant_id, id } of due)
    await transaction(async (db) => {
      await notifyMember(db, tenant_id, await markMemberNotified(db, tenant_id, id));
      await notifyOwners(db, tenant_id, await markOwnerNotified(db, tenant_id, id), "owner");
      const calendars = await markCalendarsNotified(db, tenant_id, id, "member");
      if (calendars !== null) await notifyMemberOfCalendars(db, tenant_id, calendars);
      const broken = await markCalendarsNotified(db, tenant_id, id, "owner");
      await notifyOwners(db, tenant_id, broken, "calendar_owner");
    });
  return due.length;
}

async function notifyMember(
  db: Sql,
  tenantId: string,
  broken: BrokenConnection | null,
): Promise<void> {
  if (broken === null) return;
  const member = (await readRecipients(db, tenantId, broken.user_id)).find(
    ({ user_id }) => user_id === broken.user_id,
  );
  if (member === undefined) return;
  const text = broken.state === "missing_scope" ? "missing_scope" : "reconnect";
  await queueNotice(db, tenantId, member, text, { account: broken.account });
}

/** One email, however many calendars of the account are broken. */
async function notifyMemberOfCalendars(
  db: Sql,
  tenantId: string,
  { user_id: userId, account, names }: BrokenCalendars,
): Promise<void> {
  const member = (await readRecipients(db, tenantId, userId)).find(
    ({ user_id }) => user_id === userId,
  );
  if (member === undefined) return;
  await queueNotice(db, tenantId, member, "calendar", { account, calendar: names.join(", ") });
}

/** Notifies owners other than the member, who was notified already. */
async function notifyOwners(
  db: Sql,
  tenantId: string,
  broken: Pick<BrokenConnection, "user_id" | "provider"> | null,
  text: "owner" | "calendar_owner",
): Promise<void> {
  if (broken === null) return;
  const recipients = await readRecipients(db, tenantId, broken.user_id);
  const member = recipients.find(({ user_id }) => user_id === broken.user_id);
  if (member === undefined) return;
  const values = { member: member.name, provider: PROVIDER_NAMES[broken.provider] };
  for (const owner of recipients)
    if (owner !== member) await queueNotice(db, tenantId, owner, text, values);
}

async function queueNotice(
  db: Sql,
  tenantId: string,
  { role, email, language }: Recipient,
  text: "reconnect" | "missing_scope" | "owner" | "calendar" | "calendar_owner",
  values: Record<string, string>,
): Promise<void> {
  const tenant: MailTenant = await readMailTenant(db, tenantId);
  const locale = memberLocale(language, tenant.locale);
  const { calendars } = textsOf(locale);
  const button = { href: `${env.BASE_URL}/dashboard/settings/calendars`, label: calendars.button };
  await queueMail(db, {
    tenant_id: tenantId,
    kind: "calendar_broken",
    audience: role === "owner" ? "owner" : "staff",
    recipient: email,
    locale,
    content: writeNews(calendars[text], values, button, tenant, locale),
  });
}
