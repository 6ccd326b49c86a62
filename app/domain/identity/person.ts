import { AppError } from "~/lib/app-error";
import type { StaffActor, UserActor } from "./actor";

/** The signed-in person behind a call that no program may make. Throws forbidden_role for a secret key. */
export function personOf(actor: StaffActor): UserActor {
  if (actor.kind !== "user")
    throw new AppError("forbidden_role", "Only a signed-in person can do this.");
  return actor;
}

/** As personOf, for what only the company's owner may do. Throws forbidden_role. */
export function ownerOf(actor: StaffActor): UserActor {
  const person = personOf(actor);
  if (person.role !== "owner")
    throw new AppError("forbidden_role", "Only the owner of the company can do this.");
  return person;
}
