import type { Role } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import type { Tenant, UserActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { deleteInvitation, findInvitation, type OpenInvitation } from "./invitations.sql.server";
import { findUserOfAccount, insertUser, lockPeople } from "./people.sql.server";

/**
 * The invitation of an emailed link. Throws not_found: unknown, replaced by a newer link,
 * withdrawn, accepted or expired.
 */
export async function readInvitation(token: string): Promise<OpenInvitation> {
  return openInvitation(pool, token);
}

async function openInvitation(db: Sql, token: string): Promise<OpenInvitation> {
  const invitation = await findInvitation(db, token);
  if (invitation === null) throw notFound("Invitation");
  return invitation;
}

/**
 * Adds the signed-in account to the tenant that invited its address, and ends the invitation. The
 * session keeps its tenant: switchTenant changes it. Throws not_found, and forbidden_role for any
 * address other than the invited one.
 */
export async function acceptInvitation(
  token: string,
  account: { id: string; email: string; name: string | null },
): Promise<{ tenant_id: string; user_id: string; role: Role }> {
  const { tenant_id } = await readInvitation(token);
  const tenant = await findTenant(tenant_id);
  if (tenant === null) throw notFound("Invitation");
  return transaction(async (db) => {
    await lockPeople(db, tenant_id);
    // Checked again under the lock: it may have been accepted, changed or withdrawn in between.
    const invitation = await openInvitation(db, token);
    if (invitation.email !== account.email.toLowerCase())
      throw new AppError(
        "forbidden_role",
        "This invitation was sent to another address. Sign in with that one.",
      );
    await deleteInvitation(db, tenant_id, invitation.id);
    const user = await joinTenant(db, tenant, invitation, account);
    return { tenant_id, ...user };
  });
}

async function joinTenant(
  db: Sql,
  tenant: Tenant,
  { tenant_id, email, role, resource_ids, own_hours, name }: OpenInvitation,
  account: { id: string; name: string | null },
): Promise<{ user_id: string; role: Role }> {
  const known = await findUserOfAccount(db, tenant_id, account.id);
  if (known !== null) return known;
  const user_id = newId();
  const user = {
    user_id,
    account_id: account.id,
    email,
    role,
    resource_ids,
    own_hours,
    name: name ?? account.name ?? email,
  };
  await insertUser(db, tenant_id, user);
  const actor: UserActor = { kind: "user", tenant, request_id: null, session_id: "", ...user };
  await writeAudit(db, actor, {
    action: "user.joined",
    entity: "user",
    entity_id: user_id,
    diff: { role: [null, role] },
  });
  return { user_id, role };
}
