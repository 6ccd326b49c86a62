import type { UserActor } from "../identity/actor";
import { updateUser } from "./change-user.server";

/** Changes one's own name, allowed for every role. */
export async function renameSelf(actor: UserActor, name: string): Promise<void> {
  await updateUser(actor, actor.user_id, { name });
}
