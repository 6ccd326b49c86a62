import { z } from "zod";
import { NewBlock } from "~/contract/blocks";
import { Id, InstantInput, LocalDate, LocalTime } from "~/contract/common";
import { addDays, startOfDay, toRfc3339, wallTimeOf, wallTimeToInstant } from "~/lib/time";

/** The page to return to, if not the calendar. */
const to = z.string().max(2000).optional();

/** Form fields of time off: dates and times in the company's time zone. */
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
  z.object({ intent: z.literal("ill"), resource: Id, day: LocalDate, to }),
]);
export type BlockForm = z.output<typeof BlockForm>;

/** Times only, to preview conflicts. */
export const BlockTimes = z.object(fields).omit({ reason: true, to: true });
export type BlockTimes = z.output<typeof BlockTimes>;

/**
 * Instants of a form. In the repeated hour of a clock change, an unchanged time keeps its meaning.
 */
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

/** Form fields of two instants (epoch ms). */
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

/** A whole day, or what is left of today: a morning that is over stays as it was. */
export function dayOff(
  day: string,
  timeZone: string,
  now_ms: number,
): { starts_at: Date; ends_at: Date } {
  const minute = Math.floor(now_ms / 60_000) * 60_000;
  const ends = startOfDay(addDays(day, 1), timeZone);
  const starts = Math.max(startOfDay(day, timeZone), minute < ends ? minute : 0);
  return { starts_at: new Date(starts), ends_at: new Date(ends) };
}
