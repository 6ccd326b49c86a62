import sql from "sql-template-tag";
import type { CalendarProviderName } from "~/adapters/calendars/port";
import type { Preferences } from "~/contract/users";
import type { Sql } from "~/lib/db.server";
import { OWNER_AFTER_HOURS } from "./broken-connections.sql.server";
import { IS_TO_TELL } from "./calendar-health.sql";

export interface BrokenConnection {
  user_id: string;
  provider: CalendarProviderName;
  account: string;
  state: "reconnect_required" | "missing_scope";
}
const COLUMNS = sql`user_id, provider, account, state`;

/** Marks the member as notified; null: already done, or the account is accessible again. */
export async function markMemberNotified(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<BrokenConnection | null> {
  const marked = await db.query<BrokenConnection>(
    sql`update calendar_connection set member_told_at = current_timestamp where tenant_id = ${tenantId} and id = ${id}
          and broken_at is not null and state in ('reconnect_required', 'missing_scope') and member_told_at is null returning ${COLUMNS}`,
  );
  return marked.rows[0] ?? null;
}

/**
 * Marks the owners as notified, a day later; null: too early, already done, or the account is
 * accessible again.
 */
export async function markOwnerNotified(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<BrokenConnection | null> {
  const marked = await db.query<BrokenConnection>(
    sql`update calendar_connection set owner_told_at = current_timestamp where tenant_id = ${tenantId} and id = ${id}
          and state in ('reconnect_required', 'missing_scope') and owner_told_at is null
          and broken_at <= current_timestamp - ${OWNER_AFTER_HOURS}::int * interval '1 hour' returning ${COLUMNS}`,
  );
  return marked.rows[0] ?? null;
}

export interface BrokenCalendars {
  user_id: string;
  provider: CalendarProviderName;
  account: string;
  names: string[];
}

/**
 * Marks the member, or a day later the owners, as notified about broken calendars of an accessible
 * account; null: nothing to report.
 */
export async function markCalendarsNotified(
  db: Sql,
  tenantId: string,
  id: string,
  who: "member" | "owner",
): Promise<BrokenCalendars | null> {
  const column = who === "member" ? sql`member_told_at` : sql`owner_told_at`;
  const hours = who === "member" ? 0 : OWNER_AFTER_HOURS;
  const found = await db.query<Omit<BrokenCalendars, "names"> & { id: string; name: string }>(
    sql`select k.id, c.user_id, c.provider, c.account, k.name from connected_calendar k
        join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id
        where k.tenant_id = ${tenantId} and k.connection_id = ${id} and ${IS_TO_TELL}
          and k.${column} is null and k.broken_at <= current_timestamp - ${hours}::int * interval '1 hour'
        order by k.name, k.id for update of k`,
  );
  const ids = found.rows.map((row) => row.id);
  const [first] = found.rows;
  if (first === undefined) return null;
  await db.query(
    sql`update connected_calendar set ${column} = current_timestamp where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
  const { user_id, provider, account } = first;
  return { user_id, provider, account, names: found.rows.map(({ name }) => name) };
}

export interface Recipient {
  user_id: string;
  name: string;
  role: string;
  email: string;
  language: Preferences["language"];
}

/** The account's member and the owners. */
export async function readRecipients(
  db: Sql,
  tenantId: string,
  userId: string,
): Promise<Recipient[]> {
  const found = await db.query<Recipient>(
    sql`select u.id as user_id, u.name, u.role, a.email, u.preferences ->> 'language' as language from tenant_user u
        join account a on a.id = u.account_id
        where u.tenant_id = ${tenantId} and (u.id = ${userId} or u.role = 'owner') order by a.email`,
  );
  return found.rows;
}
