import { z } from "zod";
import type { UserActor } from "~/domain/identity/actor";
import { deleteSchedule, getSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";

const LIST = "/dashboard/services";

/** Delete, or deactivate instead. */
export const DeleteServiceForm = z.object({ intent: z.enum(["delete", "switch_off"]) });
export type DeleteServiceForm = z.output<typeof DeleteServiceForm>;

/** Deletes or deactivates a service. Throws the domain functions' errors. */
export async function applyDeleteServiceForm(
  actor: UserActor,
  id: string,
  { intent }: DeleteServiceForm,
): Promise<Response> {
  const { name } = await getSchedule(actor, id);
  if (intent === "switch_off") {
    await updateSchedule(actor, id, { active: false });
    return redirectWith(
      LIST,
      t("{{name}} switched off. Existing bookings stay.", { name: isolate(name) }),
    );
  }
  await deleteSchedule(actor, id);
  return redirectWith(LIST, t("{{name}} deleted.", { name: isolate(name) }));
}
