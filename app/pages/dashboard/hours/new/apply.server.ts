import { data } from "@remix-run/node";
import { NewHours } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { createHours } from "~/domain/schedules/shared-hours.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { changeHoursRows } from "~/ui/hours/hours-form";
import { hoursPath } from "~/ui/hours/hours-path";
import { hoursOfForm, type NewHoursForm } from "../hours-forms";

/** Creates hours and redirects to them, or changes the rows of the form. Throws validation_failed, and like createHours. */
export async function applyNewHoursForm(actor: UserActor, form: NewHoursForm) {
  if (form.rows !== undefined) return data({ typed: changeHoursRows(form, form.rows) });
  const { id, name } = await createHours(actor, NewHours.parse(hoursOfForm(form)));
  const message = t("{{name}} created. Next: choose these hours for a resource or a service.", {
    name: isolate(name),
  });
  return redirectWith(hoursPath(id), message, null, {
    to: "/dashboard/resources",
    label: t("Open resources"),
  });
}
