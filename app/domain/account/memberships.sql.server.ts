import sql from "sql-template-tag";
import type { Membership } from "~/contract/account";
import type { PageOf, PageQuery } from "~/contract/common";
import { notFound } from "~/lib/app-error";
import { pageOfAll } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";

/** Higher than any real number of memberships. */
const MAX_MEMBERSHIPS = 200;

/** The companies an account belongs to, by name; `currentId` is the session's present one. */
export async function listMemberships(
  accountId: string,
  currentId: string | null,
): Promise<Membership[]> {
  const found = await pool.query<Membership>(
    sql`select t.id, t.name, t.slug, u.role, t.id = ${currentId}::uuid as is_current
        from tenant_user u join tenant t on t.id = u.tenant_id where u.account_id = ${accountId} order by t.name, t.id limit ${MAX_MEMBERSHIPS}`,
  );
  return found.rows.map((row) => ({ ...row, is_current: row.is_current ?? false }));
}

/** The same as a page for the API. */
export async function pageOfMemberships(
  accountId: string,
  currentId: string,
  query: PageQuery,
): Promise<PageOf<Membership>> {
  const all = await listMemberships(accountId, currentId);
  return pageOfAll(all, query, "name", (row) => `${row.name.toLowerCase()} ${row.id}`);
}

/**
 * Switches a session to another company of its account from the next call on. Throws not_found,
 * also for a company that does not exist or that the account does not belong to.
 */
export async function switchTenant(
  sessionId: string,
  accountId: string,
  tenantId: string,
): Promise<Membership> {
  const moved = await pool.query<Membership>(
    sql`update session s set tenant_id = t.id
        from tenant_user u join tenant t on t.id = u.tenant_id
        where s.id = ${sessionId} and s.account_id = ${accountId} and u.account_id = s.account_id and u.tenant_id = ${tenantId}
        returning t.id, t.name, t.slug, u.role, true as is_current`,
  );
  if (moved.rows[0] === undefined) throw notFound("Company", tenantId);
  return moved.rows[0];
}
