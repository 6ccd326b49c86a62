import { z } from "zod";
import { Color, Id, LocalDate, LocalTime, text } from "~/contract/common";
import { ShownVersion } from "~/ui/form/shown-version";
import { weekAndDateFields } from "~/ui/hours/hours-form";
import { NewResource } from "~/contract/resources";
import { KEEP_HOURS, NEW_HOURS } from "./hours-values";
import { offeredFields } from "./offered-services";
import { addDays, startOfDay, wallTimeToInstant } from "~/lib/time";

// Forms of the resource pages.

const seen = ShownVersion;
const confirmed = z.boolean().default(false).describe("a tick: although bookings are in the way");

export const EditResource = z.object({
  intent: z.literal("edit"),
  ...NewResource.pick({ name: true, type: true, capacity: true }).shape,
  description: text(2000).optional(),
  color: Color.optional(),
  own_color: z.boolean().default(false).describe("a tick: the colour counts"),
  seen,
  confirmed,
});
export type EditResource = z.output<typeof EditResource>;

export const NewTimeOff = z.object({
  intent: z.literal("block"),
  from_day: LocalDate,
  from_time: LocalTime.optional(),
  to_day: LocalDate.optional().describe("the last day; the first, when absent"),
  to_time: LocalTime.optional(),
  reason: text(200).optional(),
});
export type NewTimeOff = z.output<typeof NewTimeOff>;

/** Hours to use, the present or new ones; none: whenever its services are open. */
const HoursChoice = z.union([Id, z.enum([KEEP_HOURS, NEW_HOURS])]).optional();

export const ResourceHours = z.object({
  intent: z.enum(["hours", "preview"]),
  hours_id: HoursChoice,
  seen: ShownVersion.describe("of the hours, if it keeps them"),
  ...weekAndDateFields,
});
export type ResourceHours = z.output<typeof ResourceHours>;

export const ResourceServices = z.object({ intent: z.literal("services"), ...offeredFields });
export type ResourceServices = z.output<typeof ResourceServices>;

/** Forms of a resource's pages, discriminated by their button. */
export const ResourceForm = z.discriminatedUnion("intent", [
  EditResource,
  z.object({ intent: z.literal("archive"), confirmed }),
  z.object({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("remove") }),
  z.object({ intent: z.literal("no_image") }),
  ResourceServices,
  ResourceHours,
  NewTimeOff,
  z.object({ intent: z.literal("unblock"), block_id: Id }),
  z.object({ intent: z.literal("feed") }),
  z.object({ intent: z.literal("rotate"), feed_id: Id }),
  z.object({ intent: z.literal("unfeed"), feed_id: Id }),
]);
export type ResourceForm = z.output<typeof ResourceForm>;

/** Interval (epoch ms): whole days if no times are given. */
export function timeOffOf(form: NewTimeOff, timeZone: string): { starts_at: Date; ends_at: Date } {
  const { from_day, from_time, to_day = from_day, to_time } = form;
  const start =
    from_time === undefined
      ? startOfDay(from_day, timeZone)
      : wallTimeToInstant(from_day, from_time, timeZone);
  const end =
    to_time === undefined
      ? startOfDay(addDays(to_day, 1), timeZone)
      : wallTimeToInstant(to_day, to_time, timeZone);
  return { starts_at: new Date(start), ends_at: new Date(end) };
}
