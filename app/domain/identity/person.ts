import { AppError } from "~/lib/app-error";
import type { StaffActor, UserActor } from "./actor";

/**
 * The signed-in person of a call that is not open to programs. Throws forbidden_role for a secret
 * key.
 */
export function personOf(actor: StaffActor): UserActor {
  if (actor.kind !== "user")
    throw new AppError("forbidden_role", "Only a signed-in person can do this.");
  return actor;
}

/** Like personOf, for actions reserved to the company's owner. Throws forbidden_role. */
export function ownerOf(actor: StaffActor): UserActor {
  const person = personOf(actor);
  if (person.role !== "owner")
    throw new AppError("forbidden_role", "Only the owner of the company can do this.");
  return person;
}
