import { z } from "zod";
import { LocalDate, text } from "~/contract/common";
import { type Hours, HolidayQuery, NewHours } from "~/contract/hours";
import { openFields, openHoursOf, openValues } from "~/ui/hours/hours-form";
import { ShownVersion } from "~/ui/form/shown-version";

// Forms of the hours pages.

const hoursFields = {
  name: NewHours.shape.name,
  ...openFields,
  valid_from: LocalDate.optional(),
  valid_to: LocalDate.optional(),
};
export const NewHoursForm = z.object(hoursFields);
export type NewHoursForm = z.output<typeof NewHoursForm>;

export const EditHours = z.object({
  intent: z.enum(["preview", "save"]),
  seen: ShownVersion,
  ...hoursFields,
});
export type EditHours = z.output<typeof EditHours>;
export const HoursForm = z.discriminatedUnion("intent", [
  EditHours,
  z.object({ intent: z.literal("delete") }),
]);

/** Maps the form to hours. Throws like openHoursOf. */
export function hoursOfForm({ name, valid_from, valid_to, ...open }: NewHoursForm) {
  return { name, ...openHoursOf(open), valid_from: valid_from ?? null, valid_to: valid_to ?? null };
}

export const hoursValues = (hours: Hours) => ({
  name: hours.name,
  ...openValues(hours),
  valid_from: hours.valid_from ?? "",
  valid_to: hours.valid_to ?? "",
});

export const CloseDays = z.object({
  intent: z.literal("close"),
  from: LocalDate,
  to: LocalDate.optional().describe("the last day; the first, when absent"),
  name: text(120, 1).describe("why"),
});
export type CloseDays = z.output<typeof CloseDays>;
const OpenDays = z.object({ intent: z.literal("open"), from: LocalDate, to: LocalDate });
export const ClosedDaysForm = z.discriminatedUnion("intent", [CloseDays, OpenDays]);
export type ClosedDaysForm = z.output<typeof ClosedDaysForm>;

/** The selected holidays of a year. */
export const HolidaysForm = z.object({
  ...HolidayQuery.shape,
  dates: z.array(LocalDate).max(100).default([]),
});
export type HolidaysForm = z.output<typeof HolidaysForm>;
