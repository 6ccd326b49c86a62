import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import type { NewUser } from "~/contract/users";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";

/** The names of the companies with an open invitation of a verified address. */
export async function invitersOf(email: string): Promise<string[]> {
  const found = await pool.query<{ name: string }>(
    sql`select t.name from invitation i join tenant t on t.id = i.tenant_id
        where i.email = ${email} and i.expires_at > now() order by t.name limit 20`,
  );
  return found.rows.map(({ name }) => name);
}

export interface OpenInvitation {
  id: string;
  tenant_id: string;
  tenant_name: string;
  email: string;
  name: string | null;
  role: Exclude<Role, "owner">;
  resource_ids: string[];
  own_hours: boolean;
  expires_at: Date;
}

/** The invitation of a link's token; null if it has ended. */
export async function findInvitation(db: Sql, token: string): Promise<OpenInvitation | null> {
  const found = await db.query<OpenInvitation>(
    sql`select i.id, i.tenant_id, t.name as tenant_name, i.email, i.name, i.role, i.resource_ids, i.own_hours, i.expires_at
        from invitation i join tenant t on t.id = i.tenant_id where i.token_hash = ${sha256(token)} and i.expires_at > now()`,
  );
  return found.rows[0] ?? null;
}

/** Creates an address's invitation, or renews it with another link; returns its id. */
export async function writeInvitation(
  db: Sql,
  tenantId: string,
  { email, role, name, resource_ids, own_hours }: NewUser,
  token: string,
  days: number,
): Promise<string> {
  const saved = await db.query<{ id: string }>(
    sql`insert into invitation (tenant_id, id, email, role, name, resource_ids, own_hours, token_hash, expires_at)
        values (${tenantId}, ${newId()}, ${email}, ${role}, ${name}, ${resource_ids}, ${own_hours}, ${sha256(token)},
          now() + ${days} * interval '1 day')
        on conflict (tenant_id, email) do update set role = excluded.role, name = coalesce(excluded.name, invitation.name),
          resource_ids = excluded.resource_ids, own_hours = excluded.own_hours, token_hash = excluded.token_hash, expires_at = excluded.expires_at
        returning id`,
  );
  return saved.rows[0]!.id; // inserted or updated: one row
}

/**
 * Counts the invitations of the last day, by the audit log: withdrawing one does not restore the
 * quota.
 */
export async function countInvited(db: Sql, tenantId: string): Promise<number> {
  const sent = await db.query<{ count: number }>(
    sql`select count(*)::int from audit_row
        where tenant_id = ${tenantId} and at > now() - interval '1 day' and action = 'user.invited'`,
  );
  return sent.rows[0]!.count; // an aggregate is one row
}

export async function deleteInvitation(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(sql`delete from invitation where tenant_id = ${tenantId} and id = ${id}`);
}
