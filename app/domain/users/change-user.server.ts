import type { Role } from "~/contract/common";
import type { User, UserPatch } from "~/contract/users";
import { AppError, invalidField } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import { endKeysOfMember } from "../api-keys/change-key.server";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { hasRole, type StaffActor } from "../identity/actor";
import { deleteInvitation } from "./invitations.sql.server";
import { findUser } from "./list-users.sql.server";
import { checkResources } from "./people-rules.server";
import { disconnectMember } from "../calendars/disconnect-calendars.server";
import {
  deleteUser,
  endSessionsOf,
  lockPeople,
  demoteOwner,
  updatePerson,
} from "./people.sql.server";
import { toUser, type UserRow } from "./user-row";

/**
 * Changes a user or an invitation. `role: "owner"`, from the owner only, transfers the company: the
 * former owner becomes an admin in the same transaction. Throws not_found, forbidden_role (above
 * one's own role, or the owner), invalid_transition (one's own role), validation_failed.
 */
export async function updateUser(actor: StaffActor, id: string, patch: UserPatch): Promise<User> {
  return transaction(async (db) => {
    await lockPeople(db, actor.tenant.id);
    const before = await findUser(db, actor.tenant.id, id);
    const role = patch.role ?? before.role;
    checkChange(actor, before, role);
    if (patch.resource_ids) await checkResources(db, actor.tenant.id, role, patch.resource_ids);
    const isFree = role === "owner" || role === "admin";
    const wanted = {
      name: patch.name ?? before.name,
      role,
      resource_ids: isFree ? [] : (patch.resource_ids ?? before.resource_ids),
      own_hours: !isFree && (patch.own_hours ?? before.own_hours),
    };
    const diff = changedFields({ ...before }, wanted);
    if (Object.keys(diff).length === 0) return toUser(before);
    const isHandover = role === "owner" && before.role !== "owner";
    if (isHandover) await giveUpOwnership(db, actor);
    await updatePerson(db, actor.tenant.id, before, wanted);
    const action = isHandover ? "user.made_owner" : "user.updated";
    await writeAudit(db, actor, { action, entity: "user", entity_id: id, diff });
    return toUser({ ...before, ...wanted });
  });
}

function isSelf(actor: StaffActor, row: UserRow): boolean {
  return actor.kind === "user" && actor.user_id === row.id;
}

function checkChange(actor: StaffActor, before: UserRow, role: Role): void {
  checkReach(actor, before);
  if (role === before.role) return;
  if (!hasRole(actor, role))
    throw new AppError("forbidden_role", "You can only give roles up to your own.");
  if (role === "owner" && before.status === "invited")
    throw invalidField(
      "role",
      "A company can only be transferred to a person who already belongs to it.",
    );
  if (isSelf(actor, before)) {
    const message =
      before.role === "owner"
        ? "Transfer the company to someone else first."
        : "Another admin has to change your role.";
    throw new AppError("invalid_transition", message, { details: { allowed: [before.role] } });
  }
}

/** Only the owner can change or remove the owner. */
function checkReach(actor: StaffActor, row: UserRow): void {
  if (row.role === "owner" && !isSelf(actor, row))
    throw new AppError("forbidden_role", "Only the owner can change the owner.");
}

/** Checked under the lock, because the caller may have lost ownership meanwhile. */
async function giveUpOwnership(db: Sql, actor: StaffActor): Promise<void> {
  const userId = actor.kind === "user" ? actor.user_id : null;
  if (!(await demoteOwner(db, actor.tenant.id, userId)))
    throw new AppError("forbidden_role", "Only the owner can transfer the company.");
}

/**
 * Removes a user, ending their sessions and secret keys in this tenant in the same transaction, or
 * withdraws an invitation and its link. Throws not_found, forbidden_role (the owner),
 * invalid_transition (oneself).
 */
export async function removeUser(actor: StaffActor, id: string): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    await lockPeople(db, tenantId);
    const row = await findUser(db, tenantId, id);
    checkReach(actor, row);
    if (isSelf(actor, row))
      throw new AppError("invalid_transition", "Another admin has to remove you.", {
        details: { allowed: [] },
      });
    if (row.status === "invited") await deleteInvitation(db, tenantId, id);
    else {
      await endSessionsOf(db, tenantId, row.account_id);
      await endKeysOfMember(db, actor, id);
      await disconnectMember(db, tenantId, id);
      await deleteUser(db, tenantId, id);
    }
    const action = row.status === "invited" ? "user.invitation_withdrawn" : "user.removed";
    await writeAudit(db, actor, {
      action,
      entity: "user",
      entity_id: id,
      diff: { role: [row.role, null] },
    });
  });
}
