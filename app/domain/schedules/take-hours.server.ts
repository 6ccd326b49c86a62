import { isDeepStrictEqual } from "node:util";
import type { Hours } from "~/contract/hours";
import type { SchedulePatch } from "~/contract/schedules";
import { AppError, invalidField } from "~/lib/app-error";
import type { StaffActor } from "../identity/actor";
import { getHours } from "./shared-hours.server";
import { HOURS_FIELDS, type HoursFields, hoursFieldsOf } from "./hours-fields";

type Changes = Omit<SchedulePatch, "dry_run" | "version">;

/**
 * The hours of a service after a patch: with `hours_id`, a copy of those shared hours; without it,
 * its own once the patch changes any of them. Throws validation_failed (no such hours, or others
 * given with them).
 */
export async function takeHours<Given extends Changes>(
  actor: StaffActor,
  before: HoursFields & { hours_id: string | null },
  given: Given,
): Promise<{ changes: Given; hours: Pick<Hours, "id" | "version"> | null }> {
  const others = HOURS_FIELDS.filter(
    (name) => given[name] !== undefined && !isDeepStrictEqual(given[name], before[name]),
  );
  const id =
    given.hours_id === undefined && others.length === 0
      ? before.hours_id
      : (given.hours_id ?? null);
  if (id === null)
    return {
      changes: before.hours_id === null ? given : { ...given, hours_id: null },
      hours: null,
    };
  const shared = await findHours(actor, id);
  const otherField = others.find((name) => !isDeepStrictEqual(given[name], shared[name]));
  if (otherField !== undefined)
    throw invalidField(
      otherField,
      "These hours are shared. Change them there, or give the service its own (hours_id: null).",
    );
  // Planned from the stored hours, even if the service keeps them.
  return { changes: { ...given, hours_id: id, ...hoursFieldsOf(shared) }, hours: shared };
}

/** Throws validation_failed. */
export async function findHours(actor: StaffActor, id: string): Promise<Hours> {
  return getHours(actor, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found")
      throw invalidField("hours_id", "These hours do not exist.", "unknown");
    throw error;
  });
}
