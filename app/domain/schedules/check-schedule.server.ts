import type { Schedule } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import { mayUseResource, type StaffActor } from "../identity/actor";

type Checked = Omit<Schedule, "id" | "version" | "created_at" | "updated_at" | "overrides"> & {
  overrides: { date: string }[];
};

/** What one field alone cannot tell. Throws validation_failed. */
export function checkSchedule(schedule: Checked): void {
  if (schedule.valid_from !== null && schedule.valid_to !== null && schedule.valid_from > schedule.valid_to)
    throw invalidField("valid_to", "The last day is before the first.");
  const dates = schedule.overrides.map((override) => override.date);
  if (new Set(dates).size !== dates.length) throw invalidField("overrides", "Each date can be set once.");
  if (schedule.active && schedule.resource_ids.length === 0)
    throw invalidField("resource_ids", "Choose what can be booked by it.", "required");
  if (schedule.requires_payment && !schedule.price_amount)
    throw invalidField("price_amount", "Set a price when payment is required.");
  if ((schedule.price_amount === null) !== (schedule.currency === null))
    throw invalidField("currency", "Set a price and its currency together.");
  const ids = schedule.questions.map((question) => question.id);
  if (new Set(ids).size !== ids.length) throw invalidField("questions", "Give each question a different id.");
}

/** Throws validation_failed where one of the resources is not there, or not this person's. */
export async function checkResources(actor: StaffActor, ids: string[]): Promise<void> {
  const known = await prisma.resource.count({ where: { tenant_id: actor.tenant.id, id: { in: ids } } });
  if (known !== ids.length || !ids.every((id) => mayUseResource(actor, id))) throw unknownResource();
}

export const unknownResource = () => invalidField("resource_ids", "This resource does not exist.", "unknown");
