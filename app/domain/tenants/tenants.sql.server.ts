import sql, { join } from "sql-template-tag";
import type { NewTenant } from "~/contract/auth";
import type { TenantPatch } from "~/contract/tenant";
import { assignments } from "~/lib/assignments.sql";
import { clock } from "~/lib/clock";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { Tenant as TenantRow } from "../../../prisma/generated/client";
import { toTenant } from "../identity/find-tenant.sql.server";
import type { Tenant } from "../identity/actor";
import type { SignedIn } from "../identity/sessions.sql.server";

/**
 * Serialises the creation of an account's companies, so that the count stays valid until the
 * insert.
 */
export async function lockAccount(db: Sql, accountId: string): Promise<void> {
  await db.query(sql`select 1 from account where id = ${accountId} for no key update`);
}

/** The companies that an account owns. */
export async function findOwned(db: Sql, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ tenant_id: string }>(
    sql`select tenant_id from tenant_user where account_id = ${accountId} and role = 'owner'`,
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Whether an account signs in through a provider and belongs to no company yet. */
export async function isNewByProvider(db: Sql, accountId: string): Promise<boolean> {
  const wanted = await db.query(
    sql`select 1 from identity i where i.account_id = ${accountId}
          and not exists (select 1 from tenant_user u where u.account_id = i.account_id)`,
  );
  return wanted.rowCount !== 0;
}

/** The new tenant; null if its slug is taken. */
export async function insertTenant(
  db: Sql,
  slug: string,
  {
    name,
    email,
    phone,
    website,
    time_zone,
    locale,
    currency,
  }: Omit<NewTenant, "owner_name"> & {
    locale: string;
  },
  onboarding: { unnamed?: true },
): Promise<Tenant | null> {
  const made = await db.query<Parameters<typeof toTenant>[0]>(
    sql`insert into tenant (id, name, slug, email, phone, website, time_zone, locale, currency, onboarding)
        values (${newId()}, ${name}, ${slug}, ${email}, ${phone}, ${website}, ${time_zone}, ${locale}, ${currency},
          ${JSON.stringify(onboarding)}::jsonb)
        on conflict (slug) do nothing returning id, name, slug, time_zone, locale, currency, policy`,
  );
  return made.rows[0] ? toTenant(made.rows[0]) : null;
}

/**
 * Makes the signed-in account the owner, under this name, also setting `accountName` if it has
 * none. Switches its session to the tenant.
 */
export async function insertOwner(
  db: Sql,
  tenantId: string,
  { account, session_id }: Pick<SignedIn, "account" | "session_id">,
  { user_id, name, accountName }: { user_id: string; name: string; accountName: string | null },
): Promise<void> {
  await db.query(
    sql`insert into tenant_user (tenant_id, id, account_id, role, name, resource_ids)
        values (${tenantId}, ${user_id}, ${account.id}, 'owner', ${name}, '{}')`,
  );
  await db.query(
    sql`update account set name = coalesce(name, ${accountName}) where id = ${account.id}`,
  );
  await db.query(sql`update session set tenant_id = ${tenantId} where id = ${session_id}`);
}

/**
 * The tenant's row, locked until the transaction ends, so that concurrent changes of a policy build
 * on each other.
 */
export async function lockRow(db: Sql, id: string): Promise<TenantRow> {
  await db.query(sql`select 1 from tenant where id = ${id} for no key update`);
  const found = await db.query<TenantRow>(sql`select * from tenant where id = ${id}`);
  return found.rows[0]!; // the actor's own
}

const COLUMNS = [
  "name",
  "slug",
  "email",
  "phone",
  "website",
  "address",
  "logo_asset_id",
  "time_zone",
  "locale",
  "currency",
  "policy",
] satisfies (keyof TenantPatch)[];

/**
 * Updates the given fields of a locked row. Receipts count from when they are first switched on:
 * money received before has been accounted for in another way.
 */
export async function writeTenant(db: Sql, id: string, patch: TenantPatch): Promise<TenantRow> {
  const changes = [
    ...assignments(COLUMNS, patch),
    sql`updated_at = ${clock.date()}`,
    ...(patch.policy?.receipts
      ? [sql`receipts_since = coalesce(receipts_since, ${clock.date()}::timestamptz)`]
      : []),
  ];
  const updated = await db.query<TenantRow>(
    sql`update tenant set ${join(changes)} where id = ${id} returning *`,
  );
  return updated.rows[0]!; // locked before
}
