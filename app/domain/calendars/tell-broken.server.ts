import { memberLocale } from "~/i18n/locales";
import { type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import type { MailTenant } from "../email/mail-values";
import { queueMail } from "../email/queue-message.server";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { textsOf } from "../email/texts";
import { writeNews } from "../email/write-news";
import { untoldConnections } from "./broken-connections.sql.server";
import { PROVIDER_NAMES } from "./provider-names";
import {
  type BrokenCalendars,
  type BrokenConnection,
  markCalendarsTold,
  markMemberTold,
  markOwnerTold,
  readTold,
  type Told,
} from "./tell-broken.sql.server";

/** Accounts per sweep. */
const MOST = 200;

/**
 * Emails about inaccessible accounts, and about unreadable or unwritable calendars of accessible
 * ones: the member immediately, the owners after a day; each once until it works again. Times are
 * still offered from the last copy, so people must be told. Returns how many accounts were
 * examined.
 */
export async function tellBroken(): Promise<number> {
  const due = await untoldConnections(MOST);
  for (const { tenant_id, id } of due)
    await transaction(async (db) => {
      await tellMember(db, tenant_id, await markMemberTold(db, tenant_id, id));
      await tellOwners(db, tenant_id, await markOwnerTold(db, tenant_id, id), "owner");
      const calendars = await markCalendarsTold(db, tenant_id, id, "member");
      if (calendars !== null) await tellMemberOfCalendars(db, tenant_id, calendars);
      const broken = await markCalendarsTold(db, tenant_id, id, "owner");
      await tellOwners(db, tenant_id, broken, "calendar_owner");
    });
  return due.length;
}

async function tellMember(
  db: Sql,
  tenantId: string,
  broken: BrokenConnection | null,
): Promise<void> {
  if (broken === null) return;
  const member = (await readTold(db, tenantId, broken.user_id)).find(
    ({ user_id }) => user_id === broken.user_id,
  );
  if (member === undefined) return;
  const text = broken.state === "missing_scope" ? "missing_scope" : "reconnect";
  await tell(db, tenantId, member, text, { account: broken.account });
}

/** One email, however many calendars of the account are broken. */
async function tellMemberOfCalendars(
  db: Sql,
  tenantId: string,
  { user_id: userId, account, names }: BrokenCalendars,
): Promise<void> {
  const member = (await readTold(db, tenantId, userId)).find(({ user_id }) => user_id === userId);
  if (member === undefined) return;
  await tell(db, tenantId, member, "calendar", { account, calendar: names.join(", ") });
}

/** Notifies owners other than the member, who was notified already. */
async function tellOwners(
  db: Sql,
  tenantId: string,
  broken: Pick<BrokenConnection, "user_id" | "provider"> | null,
  text: "owner" | "calendar_owner",
): Promise<void> {
  if (broken === null) return;
  const told = await readTold(db, tenantId, broken.user_id);
  const member = told.find(({ user_id }) => user_id === broken.user_id);
  if (member === undefined) return;
  const values = { member: member.name, provider: PROVIDER_NAMES[broken.provider] };
  for (const owner of told) if (owner !== member) await tell(db, tenantId, owner, text, values);
}

async function tell(
  db: Sql,
  tenantId: string,
  { role, email, language }: Told,
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
