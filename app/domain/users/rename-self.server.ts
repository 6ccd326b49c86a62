import type { UserActor } from "../identity/actor";
import { updateUser } from "./change-user.server";

/** Changes one's own name, which a person of any role may. */
export async function renameSelf(actor: UserActor, name: string): Promise<void> {
  await updateUser(actor, actor.user_id, { name });
}
