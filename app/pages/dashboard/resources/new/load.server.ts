import { ScheduleFilter } from "~/contract/schedules";
import { USUAL } from "~/domain/onboarding/business-kinds";
import { readBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { listAllHours } from "~/domain/schedules/shared-hours.server";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { ForServices, WithHours } from "./new-resource-form";

export type NewResourceView = Awaited<ReturnType<typeof loadNewResource>>;

/** Form for new resources with defaults for the kind of business, and available services. */
export async function loadNewResource(actor: UserActor) {
  const [kind, { data }, hours] = await Promise.all([
    readBusinessKind(actor.tenant.id),
    listSchedules(actor, ScheduleFilter.parse({ limit: 100 })),
    listAllHours(actor),
  ]);
  const { types, capacity, duration_minutes, days } = USUAL[kind ?? "people"];
  const hasServices = data.length > 0;
  return {
    services: data.map(({ id, name, active }) => ({ id, name, active })),
    hours: hours.map(({ id, name }) => ({ value: id, label: name })),
    stored: {
      names: "",
      type: types[0],
      capacity,
      // Preselect the only service.
      ...(data.length === 1 && { schedule_ids: data.map(({ id }) => id) }),
      ...(!hasServices && {
        service: t("Appointment"),
        duration_minutes,
        days,
        start: "09:00",
        end: "17:00",
      }),
    },
    limits: fieldLimits(hasServices ? ForServices : WithHours),
    currency: actor.tenant.currency,
    time_zone: actor.tenant.time_zone,
  };
}
