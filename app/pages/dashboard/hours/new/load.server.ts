import type { UserActor } from "~/domain/identity/actor";
import { calendarOf } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { timeZoneChoices } from "~/ui/form/place-choices";
import { USUAL_RULES, USUAL_WEEK } from "~/ui/hours/hours-form";
import { yearView } from "~/ui/hours/year-view";
import { NewHoursForm } from "../hours-forms";

export type NewHoursView = ReturnType<typeof loadNewHours>;

/** Form for new hours with default values. */
export function loadNewHours(actor: UserActor) {
  const { time_zone } = actor.tenant;
  const { today, locale } = calendarOf(actor);
  return {
    values: { ...USUAL_WEEK, time_zone },
    limits: fieldLimits(NewHoursForm),
    zones: timeZoneChoices(time_zone),
    year: yearView({ rules: USUAL_RULES, overrides: [] }, today, locale),
  };
}
