import type { UserActor } from "~/domain/identity/actor";
import { fieldLimits } from "~/ui/form/field-limits";
import { timeZoneChoices } from "~/ui/form/place-choices";
import { USUAL_WEEK } from "~/ui/hours/hours-form";
import { NewHoursForm } from "../hours-forms";

export type NewHoursView = ReturnType<typeof loadNewHours>;

/** Form for new hours with default values. */
export function loadNewHours(actor: UserActor) {
  const { time_zone } = actor.tenant;
  return {
    values: { ...USUAL_WEEK, time_zone },
    limits: fieldLimits(NewHoursForm),
    zones: timeZoneChoices(time_zone),
  };
}
