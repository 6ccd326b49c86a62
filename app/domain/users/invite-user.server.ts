import type { NewUser, User } from "~/contract/users";
import { AppError } from "~/lib/app-error";
import { randomToken } from "~/lib/crypto.server";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { hasRole, type StaffActor } from "../identity/actor";
import { isMember } from "../identity/accounts.sql.server";
import { countInvited, writeInvitation } from "./invitations.sql.server";
import { findUser } from "./list-users.sql.server";
import { checkResources, INVITATION_DAYS } from "./people-rules.server";
import { lockPeople } from "./people.sql.server";
import { sendInvitation } from "./send-invitation.server";
import { toUser } from "./user-row";

/** Tenants can be created freely, so their emails to strangers are limited. */
const MAX_A_DAY = 100;

/**
 * Invites someone by email for seven days. For an address invited before, the invitation is updated
 * and a new link replaces the old one. Throws already_exists (works here already), forbidden_role,
 * validation_failed, rate_limited (100 a day).
 */
export function inviteUser(actor: StaffActor, input: NewUser): Promise<User> {
  return transaction((db) => addInvitation(db, actor, input));
}

/** Invites someone, in the transaction that their resource is created in. Throws like inviteUser. */
export async function addInvitation(db: Sql, actor: StaffActor, input: NewUser): Promise<User> {
  if (!hasRole(actor, input.role))
    throw new AppError("forbidden_role", "You can only give roles up to your own.");
  const tenantId = actor.tenant.id;
  const token = randomToken();
  await lockPeople(db, tenantId);
  await checkNotYetHere(db, tenantId, input.email);
  await checkResources(db, tenantId, input.role, input.resource_ids);
  await checkDailyLimit(db, tenantId);
  const id = await writeInvitation(db, tenantId, input, token, INVITATION_DAYS);
  const row = await findUser(db, tenantId, id);
  const by = { name: actor.kind === "user" ? actor.name : null, days: INVITATION_DAYS };
  await sendInvitation(db, actor.tenant, row, token, by);
  const diff = { role: input.role, resource_ids: input.resource_ids };
  await writeAudit(db, actor, {
    action: "user.invited",
    entity: "user",
    entity_id: row.id,
    diff,
  });
  return toUser(row);
}

async function checkNotYetHere(db: Sql, tenantId: string, email: string): Promise<void> {
  if (await isMember(db, tenantId, email))
    throw new AppError(
      "already_exists",
      "A person with this address already belongs to this company.",
    );
}

async function checkDailyLimit(db: Sql, tenantId: string): Promise<void> {
  if ((await countInvited(db, tenantId)) >= MAX_A_DAY)
    throw new AppError("rate_limited", `At most ${MAX_A_DAY} invitations a day.`, {
      headers: { "Retry-After": "3600" },
    });
}
