import { z } from "zod";
import { LocalTime } from "~/contract/common";
import type { Schedule } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { midnightQuestion } from "../hours/over-midnight";

export const Weekdays = z
  .array(z.int().min(1).max(7))
  .min(1, { error: () => t("Choose at least one day.") });

/** Hours that are the same on each chosen day: the fields of DayHoursFields. */
export const dayHours = {
  days: Weekdays,
  start: LocalTime,
  end: LocalTime,
  /** The answer to "over midnight?": hours that end before they begin are more often a mistake. */
  over_midnight: z.boolean().default(false),
};
type DayHours = z.output<z.ZodObject<typeof dayHours>>;

/** The rules of such hours. Throws validation_failed where they go over midnight and nobody has said that they should. */
export function rulesOfDayHours({ days, start, end, over_midnight }: DayHours): Schedule["rules"] {
  const question = midnightQuestion({ start, end, over_midnight });
  if (question !== null) throw invalidField("end", question);
  return [{ days, start, end }];
}
