import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { isolate } from "~/lib/isolate";
import type { SwitchForm } from "~/ui/services/service-forms";

const PATH = "/dashboard/services";

/** Switches a service on or off, and offers the way back. Throws what updateSchedule throws. */
export async function applySwitchForm(actor: UserActor, { id, active, to }: SwitchForm): Promise<Response> {
  const isOn = active === "true";
  const { name } = await updateSchedule(actor, id, { active: isOn });
  const said = isOn
    ? `${isolate(name)} can be booked.`
    : `${isolate(name)} is switched off. Bookings that are there stay.`;
  return redirectWith(dashboardPath(to, PATH), said, { action: PATH, fields: { id, active: isOn ? "false" : "true" } });
}
