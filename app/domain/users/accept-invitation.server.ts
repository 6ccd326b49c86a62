import sql from "sql-template-tag";
import type { Role } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { sha256 } from "~/lib/crypto.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import type { Tenant, UserActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { lockPeople } from "./people-rules.server";

export interface OpenInvitation {
  id: string;
  tenant_id: string;
  tenant_name: string;
  email: string;
  name: string | null;
  role: Exclude<Role, "owner">;
  resource_ids: string[];
  expires_at: Date;
}

/** What the link in the mail opens. Throws not_found: unknown, replaced by a newer link, withdrawn, accepted or over. */
export async function readInvitation(token: string): Promise<OpenInvitation> {
  return findInvitation(pool, token);
}

async function findInvitation(db: Sql, token: string): Promise<OpenInvitation> {
  const found = await db.query<OpenInvitation>(
    sql`select i.id, i.tenant_id, t.name as tenant_name, i.email, i.name, i.role, i.resource_ids, i.expires_at
        from invitation i join tenant t on t.id = i.tenant_id where i.token_hash = ${sha256(token)} and i.expires_at > now()`,
  );
  if (found.rows[0] === undefined) throw notFound();
  return found.rows[0];
}

/**
 * Makes the signed-in account a user of the tenant that invited its address, and ends the invitation. Its session stays where it is:
 * switchTenant moves it. Throws not_found, and forbidden_role for any other address than the invited one.
 */
export async function acceptInvitation(
  token: string,
  account: { id: string; email: string; name: string | null },
): Promise<{ tenant_id: string; user_id: string; role: Role }> {
  const { tenant_id } = await readInvitation(token);
  const tenant = await findTenant(tenant_id);
  if (tenant === null) throw notFound();
  return transaction(async (db) => {
    await lockPeople(db, tenant_id);
    // Again, under the lock: it may have been accepted, changed or withdrawn in between.
    const invitation = await findInvitation(db, token);
    if (invitation.email !== account.email.toLowerCase())
      throw new AppError("forbidden_role", "This invitation was sent to another address. Sign in with that one.");
    await db.query(sql`delete from invitation where tenant_id = ${tenant_id} and id = ${invitation.id}`);
    const user = await insertUser(db, tenant, invitation, account);
    return { tenant_id, ...user };
  });
}

async function insertUser(
  db: Sql,
  tenant: Tenant,
  { tenant_id, email, role, resource_ids, name }: OpenInvitation,
  account: { id: string; name: string | null },
): Promise<{ user_id: string; role: Role }> {
  const known = await db.query<{ user_id: string; role: Role }>(
    sql`select id as user_id, role from tenant_user where tenant_id = ${tenant_id} and account_id = ${account.id}`,
  );
  if (known.rows[0]) return known.rows[0];
  const user_id = newId();
  const user = { user_id, account_id: account.id, email, role, resource_ids, name: name ?? account.name ?? email };
  await db.query(
    sql`insert into tenant_user (tenant_id, id, account_id, role, name, resource_ids)
        values (${tenant_id}, ${user_id}, ${account.id}, ${role}, ${user.name}, ${resource_ids})`,
  );
  const actor: UserActor = { kind: "user", tenant, request_id: null, session_id: "", ...user };
  await writeAudit(db, actor, {
    action: "user.joined",
    entity: "user",
    entity_id: user_id,
    diff: { role: [null, role] },
  });
  return { user_id, role };
}
