import { HoursPatch, NewHours, type OutsideBookings } from "~/contract/hours";
import { type Resource, ResourcePatch } from "~/contract/resources";
import type { StaffActor } from "~/domain/identity/actor";
import { giveNewHours } from "~/domain/resources/give-new-hours.server";
import { getResource, updateResource } from "~/domain/resources/resources.server";
import { getHours, updateHours } from "~/domain/schedules/shared-hours.server";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { toMovePath } from "~/ui/block/block-address";
import { overridesOfForm, rulesOfForm, weekAndDateValues } from "~/ui/hours/hours-form";
import { KEEP_HOURS, NEW_HOURS } from "../hours-values";
import type { ResourceHours } from "../resource-forms";
import { checkMayChange, type ResourceOutcome } from "./resource-outcome";

/**
 * Assigns or changes hours; bookings that no longer fit are listed next. Throws validation_failed
 * and the domain functions' errors.
 */
export async function changeHours(
  actor: StaffActor,
  id: string,
  form: ResourceHours,
): Promise<ResourceOutcome> {
  const resource = await getResource(actor, id);
  const isTrial = form.intent === "preview" || form.rows === "preview";
  try {
    const outside = await save(actor, resource, form, isTrial);
    if (isTrial) return { kind: "preview", outside };
    return {
      kind: "done",
      text: t("{{name}}’s hours saved.", { name: isolate(resource.name) }),
      ...(outside.length > 0 && { to: toMovePath() }),
    };
  } catch (error) {
    const isLate = error instanceof AppError && error.code === "version_conflict";
    if (!isLate || resource.hours_id === null) throw error;
    const now = await getHours(actor, resource.hours_id);
    return { kind: "conflict", now: { ...weekAndDateValues(now), version: now.version } };
  }
}

/** The present hours are changed; or the resource gets others, or new ones. */
async function save(
  actor: StaffActor,
  { id, name, hours_id: present }: Resource,
  { hours_id, seen, ...form }: ResourceHours,
  dry_run: boolean,
): Promise<OutsideBookings> {
  if (hours_id === KEEP_HOURS) {
    if (present === null) throw invalidField("hours_id", t("Changed by someone else."));
    const patch = HoursPatch.parse({ rules: rulesOfForm(form), overrides: overridesOfForm(form) });
    const version = dry_run ? {} : { version: seen };
    return (await updateHours(actor, present, { ...patch, ...version, dry_run })).outside_bookings;
  }
  checkMayChange(actor);
  if (hours_id === NEW_HOURS) {
    const hours = { rules: rulesOfForm(form), overrides: overridesOfForm(form) };
    return giveNewHours(actor, id, { ...NewHours.parse({ name, ...hours }), dry_run });
  }
  const patch = ResourcePatch.parse({ hours_id: hours_id ?? null, dry_run });
  return (await updateResource(actor, id, patch)).outside_bookings;
}
