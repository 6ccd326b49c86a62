import { data } from "@remix-run/node";
import { NewHours } from "~/contract/hours";
import { NewResource } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { addMember } from "~/domain/resources/resource-services.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { changeHoursRows, overridesOfForm, rulesOfForm } from "~/ui/hours/hours-form";
import { resourcePath } from "~/ui/resources/resource-path";
import { NEW_HOURS } from "../hours-values";
import { MAX_SERVICES, offeredOf, withServiceFields } from "../offered-services";
import type { NewMemberForm } from "./new-member-form";

/** After the others in lists. */
const LAST = 100_000;

/**
 * Adds a team member and redirects to their page, or changes the rows of the form. Throws
 * validation_failed and like addMember; then nothing was added.
 */
export async function applyNewMemberForm(actor: UserActor, form: NewMemberForm) {
  if (form.rows !== undefined) return data({ typed: changeHoursRows(form, form.rows) });
  const { name, hours_id, email, role } = form;
  const { data: schedules } = await listSchedules(
    actor,
    ScheduleFilter.parse({ limit: MAX_SERVICES }),
  );
  const services = offeredOf({ ...form, shown_ids: [] }, schedules, actor.tenant.currency);
  const isOwn = hours_id === NEW_HOURS;
  const own = () => ({ rules: rulesOfForm(form), overrides: overridesOfForm(form) });
  const member = {
    resource: NewResource.parse({
      name,
      type: "person",
      hours_id: isOwn ? null : (hours_id ?? null),
      position: LAST,
    }),
    services,
    hours: isOwn ? NewHours.parse({ name, ...own() }) : null,
    invitation: email === undefined ? null : { email, name, role, own_hours: isOwn },
  };
  const { id } = await withServiceFields(() => addMember(actor, member)).catch(atEmail);
  const added = t("{{name}} added.", { name: isolate(name) });
  const message = email === undefined ? added : `${added} ${t("Invited {{email}}.", { email })}`;
  return redirectWith(resourcePath(id), message, null, {
    to: `/dashboard/calendar?resource=${id}`,
    label: t("Open calendar"),
  });
}

/** Invitations are refused by address. */
function atEmail(error: unknown): never {
  if (error instanceof AppError && error.code === "already_exists")
    throw invalidField("email", error.message, error.code);
  throw error;
}
