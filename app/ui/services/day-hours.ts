import { z } from "zod";
import { LocalTime } from "~/contract/common";
import type { Schedule } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { midnightQuestion } from "../hours/over-midnight";

export const Weekdays = z
  .array(z.int().min(1).max(7))
  .min(1, { error: () => t("Choose at least one day.") });

/** Fields of DayHoursFields: the same hours for each chosen day. */
export const dayHours = {
  days: Weekdays,
  start: LocalTime,
  end: LocalTime,
  /** Confirms overnight hours; an end before the start is usually a mistake. */
  over_midnight: z.boolean().default(false),
};
type DayHours = z.output<z.ZodObject<typeof dayHours>>;

/** Rules of these hours. Throws validation_failed for unconfirmed overnight hours. */
export function rulesOfDayHours({ days, start, end, over_midnight }: DayHours): Schedule["rules"] {
  const question = midnightQuestion({ start, end, over_midnight });
  if (question !== null) throw invalidField("end", question);
  return [{ days, start, end }];
}
