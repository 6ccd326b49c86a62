import { NewHours, type OutsideBookings } from "~/contract/hours";
import type { StaffActor } from "~/domain/identity/actor";
import { giveNewHours } from "~/domain/resources/give-new-hours.server";
import { getResource, updateResource } from "~/domain/resources/resources.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { toMovePath } from "~/ui/block/block-address";
import { rulesOfForm } from "~/ui/hours/hours-form";
import { NEW_HOURS, type ResourceHours } from "../resource-forms";
import type { ResourceOutcome } from "./resource-outcome";

/**
 * Assigns hours; bookings that no longer fit are listed next. Throws validation_failed and the
 * domain functions' errors.
 */
export async function changeHours(
  actor: StaffActor,
  id: string,
  form: ResourceHours,
): Promise<ResourceOutcome> {
  const { name } = await getResource(actor, id);
  const outside = await save(actor, id, name, form);
  return {
    kind: "done",
    text: t("{{name}}’s hours saved.", { name: isolate(name) }),
    ...(outside.length > 0 && { to: toMovePath() }),
  };
}

async function save(
  actor: StaffActor,
  id: string,
  name: string,
  { hours_id, ...week }: ResourceHours,
): Promise<OutsideBookings> {
  if (hours_id !== NEW_HOURS)
    return (await updateResource(actor, id, { hours_id: hours_id ?? null })).outside_bookings;
  const hours = NewHours.parse({ name, rules: rulesOfForm(week) });
  return giveNewHours(actor, id, { ...hours, dry_run: false });
}
