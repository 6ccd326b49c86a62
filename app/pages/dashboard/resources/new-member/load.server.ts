import { ScheduleFilter } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { listAllHours } from "~/domain/schedules/shared-hours.server";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { USUAL_WEEK } from "~/ui/hours/hours-form";
import { NEW_HOURS } from "../hours-values";
import { MAX_SERVICES, serviceLine } from "../offered-services";
import { NewMemberForm } from "./new-member-form";

export type NewMemberView = Awaited<ReturnType<typeof loadNewMember>>;

/** Form for a new team member, with the company's services and hours. */
export async function loadNewMember(actor: UserActor) {
  const [{ data }, hours] = await Promise.all([
    listSchedules(actor, ScheduleFilter.parse({ limit: MAX_SERVICES })),
    listAllHours(actor),
  ]);
  return {
    services: data.map((schedule) => serviceLine(schedule, actor.tenant.currency)),
    hours: [
      { value: "", label: t("Same as services") },
      { value: NEW_HOURS, label: t("Own hours") },
      ...hours.map(({ id, name }) => ({ value: id, label: name })),
    ],
    stored: {
      ...USUAL_WEEK,
      role: "staff",
      // Preselect the only service.
      ...(data.length === 1 && { schedule_ids: data.map(({ id }) => id) }),
    },
    limits: fieldLimits(NewMemberForm),
  };
}
