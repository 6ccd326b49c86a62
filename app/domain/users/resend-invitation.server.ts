import { GivenRole, type User } from "~/contract/users";
import { AppError } from "~/lib/app-error";
import type { StaffActor } from "../identity/actor";
import { inviteUser } from "./invite-user.server";
import { getUser } from "./list-users.sql.server";

/**
 * Resends an invitation unchanged, with a new link that replaces the old one. Throws not_found,
 * invalid_transition, and what inviteUser throws.
 */
export async function resendInvitation(actor: StaffActor, id: string): Promise<User> {
  const { status, email, name, role, resource_ids, own_hours } = await getUser(actor, id);
  if (status !== "invited")
    throw new AppError("invalid_transition", "They have joined already.", {
      details: { allowed: [] },
    });
  return inviteUser(actor, { email, name, role: GivenRole.parse(role), resource_ids, own_hours });
}
