import { redirect } from "@remix-run/node";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { placeService } from "~/domain/services/place-service.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import type { PlaceForm } from "~/ui/order/place-form";
import type { ServiceListForm, SwitchForm } from "~/ui/services/service-forms";

const PATH = "/dashboard/services";

/** Executes a form of the list. Throws the domain functions' errors. */
export const applyListForm = (actor: UserActor, form: ServiceListForm): Promise<Response> =>
  "side" in form ? applyPlaceForm(actor, form) : applySwitchForm(actor, form);

async function applyPlaceForm(actor: UserActor, form: PlaceForm): Promise<Response> {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", t("Only an owner or admin can change the order."));
  await placeService(actor, form.id, form);
  return redirect(PATH);
}

/** Activates or deactivates a service, with an undo. Throws like updateSchedule. */
async function applySwitchForm(
  actor: UserActor,
  { id, active, to }: SwitchForm,
): Promise<Response> {
  const isOn = active === "true";
  const { name } = await updateSchedule(actor, id, { active: isOn });
  const message = isOn
    ? t("{{name}} switched on.", { name: isolate(name) })
    : t("{{name}} switched off. Existing bookings stay.", { name: isolate(name) });
  return redirectWith(dashboardPath(to, PATH), message, {
    action: PATH,
    fields: { id, active: isOn ? "false" : "true" },
  });
}
