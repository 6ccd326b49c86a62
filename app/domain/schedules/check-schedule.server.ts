import { areUnique } from "~/contract/common";
import type { Schedule } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { checkTerms } from "./check-prices.server";

type Checked = Omit<Schedule, "id" | "version" | "created_at" | "updated_at" | "overrides"> & {
  overrides: { date: string }[];
};

/** Checks across fields. Throws validation_failed. */
export function checkSchedule(schedule: Checked): void {
  checkDates(schedule);
  if (schedule.active && schedule.resource_ids.length === 0)
    throw invalidField("resource_ids", "Choose what can be booked by it.", "required");
  checkTerms(schedule);
  const ids = schedule.questions.map((question) => question.id);
  if (new Set(ids).size !== ids.length)
    throw invalidField("questions", "Give each question a different id.");
}

/**
 * Checks the dates of hours: the span is in order, and each date is overridden once. Throws
 * validation_failed.
 */
export function checkDates({
  valid_from,
  valid_to,
  overrides,
}: Pick<Checked, "valid_from" | "valid_to" | "overrides">) {
  if (valid_from !== null && valid_to !== null && valid_from > valid_to)
    throw invalidField("valid_to", "The last day is before the first.");
  if (!areUnique(overrides.map(({ date }) => date)))
    throw invalidField("overrides", "Each date can be set once.");
}

/**
 * Throws validation_failed when one of the resources does not exist or is outside the actor's
 * scope.
 */
export async function checkResources(actor: StaffActor, ids: string[]): Promise<void> {
  const known = await prisma.resource.count({
    where: { tenant_id: actor.tenant.id, id: { in: ids } },
  });
  if (known !== ids.length || !ids.every((id) => mayUseResource(actor, id)))
    throw unknownResource();
}

export const unknownResource = () =>
  invalidField("resource_ids", "This resource does not exist.", "unknown");
