import { HolidayQuery } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { listHolidays } from "~/domain/schedules/holidays.server";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { saveClosedDays } from "../apply.server";
import type { HolidaysForm } from "../hours-forms";

/**
 * Closes the company on the selected holidays. Throws validation_failed if none is selected, and
 * like listHolidays.
 */
export async function applyHolidaysForm(actor: UserActor, form: HolidaysForm) {
  const { dates, ...query } = form;
  const { data: holidays } = await listHolidays(actor, HolidayQuery.parse(query));
  const days = holidays
    .filter(({ date, closed }) => !closed && dates.includes(date))
    .map(({ date, name }) => ({ date, name }));
  if (days.length === 0) throw invalidField("dates", t("Choose at least one holiday."));
  return saveClosedDays(actor, days);
}
