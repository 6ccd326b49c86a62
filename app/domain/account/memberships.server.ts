import sql from "sql-template-tag";
import type { Membership } from "~/contract/account";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";

/** The companies an account belongs to, by name; `currentId` is the one its session works for. */
export async function listMemberships(accountId: string, currentId: string | null): Promise<{ data: Membership[] }> {
  const found = await pool.query<Membership>(
    sql`select t.id, t.name, t.slug, u.role, t.id = ${currentId}::uuid as is_current
        from tenant_user u join tenant t on t.id = u.tenant_id where u.account_id = ${accountId} order by t.name, t.id limit 200`,
  );
  return { data: found.rows.map((row) => ({ ...row, is_current: row.is_current ?? false })) };
}

/**
 * Lets a session work for another company of its account from the next call on. Throws not_found, also for a company that does not
 * exist and one the account does not belong to.
 */
export async function switchTenant(sessionId: string, accountId: string, tenantId: string): Promise<Membership> {
  const moved = await pool.query<Membership>(
    sql`update session s set tenant_id = t.id
        from tenant_user u join tenant t on t.id = u.tenant_id
        where s.id = ${sessionId} and s.account_id = ${accountId} and u.account_id = s.account_id and u.tenant_id = ${tenantId}
        returning t.id, t.name, t.slug, u.role, true as is_current`,
  );
  if (moved.rows[0] === undefined) throw notFound();
  return moved.rows[0];
}
