import { NewHours } from "~/contract/hours";
import type { StaffActor } from "~/domain/identity/actor";
import { giveNewHours } from "~/domain/resources/give-new-hours.server";
import { getResource, updateResource } from "~/domain/resources/resources.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { rulesOfForm } from "~/ui/hours/hours-form";
import { NEW_HOURS, type ResourceHours } from "../resource-forms";
import type { ResourceOutcome } from "./resource-outcome";

/**
 * Assigns hours after bookings outside them were shown. Throws validation_failed and the domain
 * functions' errors.
 */
export async function changeHours(
  actor: StaffActor,
  id: string,
  form: ResourceHours,
): Promise<ResourceOutcome> {
  const { name } = await getResource(actor, id);
  const save = saver(actor, id, name, form);
  const outside = await save(true);
  if (outside.length > form.kept) return { kind: "outside", outside };
  await save(false);
  return { kind: "done", text: t("{{name}}’s hours saved.", { name: isolate(name) }) };
}

/** `dry_run`: only reports bookings outside the hours. */
function saver(actor: StaffActor, id: string, name: string, { hours_id, ...week }: ResourceHours) {
  if (hours_id === NEW_HOURS) {
    const hours = NewHours.parse({ name, rules: rulesOfForm(week) });
    return (dry_run: boolean) => giveNewHours(actor, id, { ...hours, dry_run });
  }
  return async (dry_run: boolean) =>
    (await updateResource(actor, id, { hours_id: hours_id ?? null, dry_run })).outside_bookings;
}
