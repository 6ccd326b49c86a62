import { z } from "zod";
import { NewBlock } from "~/contract/blocks";
import { Id, InstantInput, LocalDate, LocalTime } from "~/contract/common";
import { toRfc3339, wallTimeOf, wallTimeToInstant } from "~/lib/time";

/** The page to go on to, where it is not the calendar. */
const to = z.string().max(2000).optional();

/** Time off as a form says it: days and times on the company's clock. */
const fields = {
  resource: Id,
  day: LocalDate,
  from: LocalTime,
  until_day: LocalDate,
  until: LocalTime,
  reason: NewBlock.shape.reason,
  starts_at: InstantInput.optional().describe("what the first time meant when the form was shown"),
  ends_at: InstantInput.optional(),
  to,
};

export const BlockForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), ...fields }),
  z.object({ intent: z.literal("save"), id: Id, ...fields }),
  z.object({ intent: z.literal("remove"), id: Id, to }),
]);
export type BlockForm = z.output<typeof BlockForm>;

/** The times of a form that is only asked about. */
export const BlockTimes = z.object(fields).omit({ reason: true, to: true });
export type BlockTimes = z.output<typeof BlockTimes>;

/** The instants that a form means. In the hour that a clock shows twice, a time that was not changed keeps its meaning. */
export function instantsOf(
  form: Omit<BlockTimes, "resource">,
  timeZone: string,
): { starts_at: Date; ends_at: Date } {
  const instant = (date: string, time: string, shown: Date | undefined) =>
    shown && wallTimeOf(shown.getTime(), timeZone) === `${date} ${time}`
      ? shown
      : new Date(wallTimeToInstant(date, time, timeZone));
  return {
    starts_at: instant(form.day, form.from, form.starts_at),
    ends_at: instant(form.until_day, form.until, form.ends_at),
  };
}

/** What a form shows for two instants (epoch ms). */
export function formOf(starts_ms: number, ends_ms: number, timeZone: string) {
  const [day = "", from = ""] = wallTimeOf(starts_ms, timeZone).split(" ");
  const [until_day = "", until = ""] = wallTimeOf(ends_ms, timeZone).split(" ");
  return {
    day,
    from,
    until_day,
    until,
    starts_at: toRfc3339(starts_ms),
    ends_at: toRfc3339(ends_ms),
  };
}
