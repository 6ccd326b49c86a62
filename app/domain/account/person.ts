import { AppError } from "~/lib/app-error";
import type { StaffActor, UserActor } from "../identity/actor";

/** The signed-in person behind a call that no program may make. Throws forbidden_role for a secret key. */
export function personOf(actor: StaffActor): UserActor {
  if (actor.kind !== "user") throw new AppError("forbidden_role", "Only a signed-in person can do this.");
  return actor;
}
