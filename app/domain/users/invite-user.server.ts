import sql from "sql-template-tag";
import type { NewUser, User } from "~/contract/users";
import { AppError } from "~/lib/app-error";
import { randomToken, sha256 } from "~/lib/crypto.server";
import { type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import { hasRole, type StaffActor } from "../identity/actor";
import { findUser } from "./list-users.sql.server";
import { checkResources, INVITATION_DAYS, lockPeople } from "./people-rules.server";
import { sendInvitation } from "./send-invitation.server";
import { toUser } from "./user-row";

/** A tenant is free to make, so what it can send to strangers is not. */
const MAX_A_DAY = 100;

/**
 * Invites someone by e-mail for seven days. The same address again: the invitation says what was asked last, a new link goes out and the
 * old one ends. Throws already_exists (works here already), forbidden_role, validation_failed, rate_limited (100 a day).
 */
export async function inviteUser(actor: StaffActor, input: NewUser): Promise<User> {
  if (!hasRole(actor, input.role)) throw new AppError("forbidden_role", "You can only give roles up to your own.");
  const tenantId = actor.tenant.id;
  const token = randomToken();
  return transaction(async (db) => {
    await lockPeople(db, tenantId);
    await checkNotYetHere(db, tenantId, input.email);
    await checkResources(db, tenantId, input.role, input.resource_ids);
    await checkDailyLimit(db, tenantId);
    const kept = await db.query<{ id: string }>(
      sql`insert into invitation (tenant_id, id, email, role, name, resource_ids, token_hash, expires_at)
          values (${tenantId}, ${newId()}, ${input.email}, ${input.role}, ${input.name}, ${input.resource_ids}, ${sha256(token)},
            now() + ${INVITATION_DAYS} * interval '1 day')
          on conflict (tenant_id, email) do update set role = excluded.role, name = coalesce(excluded.name, invitation.name),
            resource_ids = excluded.resource_ids, token_hash = excluded.token_hash, expires_at = excluded.expires_at
          returning id`,
    );
    const row = await findUser(db, tenantId, kept.rows[0]!.id); // inserted or updated: one row
    await sendInvitation(db, actor.tenant, row, token);
    const diff = { role: input.role, resource_ids: input.resource_ids };
    await writeAudit(db, actor, { action: "user.invited", entity: "user", entity_id: row.id, diff });
    return toUser(row);
  });
}

async function checkNotYetHere(db: Sql, tenantId: string, email: string): Promise<void> {
  const member = await db.query(
    sql`select 1 from tenant_user u join account a on a.id = u.account_id where u.tenant_id = ${tenantId} and a.email = ${email}`,
  );
  if (member.rowCount !== 0)
    throw new AppError("already_exists", "A person with this address already belongs to this company.");
}

/** Counted in the audit log: withdrawing an invitation gives nothing back. */
async function checkDailyLimit(db: Sql, tenantId: string): Promise<void> {
  const sent = await db.query<{ count: number }>(
    sql`select count(*)::int from audit_row
        where tenant_id = ${tenantId} and at > now() - interval '1 day' and action = 'user.invited'`,
  );
  if ((sent.rows[0]?.count ?? 0) >= MAX_A_DAY)
    throw new AppError("rate_limited", `At most ${MAX_A_DAY} invitations a day.`, {
      headers: { "Retry-After": "3600" },
    });
}
