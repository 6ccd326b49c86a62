import { NewHours } from "~/contract/hours";
import type { StaffActor } from "~/domain/identity/actor";
import { giveNewHours } from "~/domain/resources/give-new-hours.server";
import { getResource, updateResource } from "~/domain/resources/resources.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { rulesOfForm } from "~/ui/hours/hours-form";
import { NEW_HOURS, type ResourceHours } from "../resource-forms";
import type { ResourceOutcome } from "./resource-outcome";

/** Gives a resource hours, once the bookings outside were shown. Throws invalid fields, and what the functions behind it throw. */
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
  return { kind: "done", text: t("Hours of {name} saved.", { name: isolate(name) }) };
}

/** `dry_run`: only the bookings that would be outside. */
function saver(actor: StaffActor, id: string, name: string, { hours_id, ...week }: ResourceHours) {
  if (hours_id === NEW_HOURS) {
    const hours = NewHours.parse({ name, rules: rulesOfForm(week) });
    return (dry_run: boolean) => giveNewHours(actor, id, { ...hours, dry_run });
  }
  return async (dry_run: boolean) =>
    (await updateResource(actor, id, { hours_id: hours_id ?? null, dry_run })).outside_bookings;
}
