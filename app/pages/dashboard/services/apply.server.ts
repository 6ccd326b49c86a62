import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import type { SwitchForm } from "~/ui/services/service-forms";

const PATH = "/dashboard/services";

/** Switches a service on or off, and offers the way back. Throws what updateSchedule throws. */
export async function applySwitchForm(actor: UserActor, { id, active, to }: SwitchForm): Promise<Response> {
  const isOn = active === "true";
  const { name } = await updateSchedule(actor, id, { active: isOn });
  const said = isOn
    ? t("{name} switched on.", { name: isolate(name) })
    : t("{name} switched off. Existing bookings stay.", { name: isolate(name) });
  return redirectWith(dashboardPath(to, PATH), said, { action: PATH, fields: { id, active: isOn ? "false" : "true" } });
}
