import type { OpeningHours } from "../hours/open-intervals";
import { type HoursLimits, NO_LIMITS, openWithin } from "../hours/open-within";

const MINUTE_MS = 60_000;

/**
 * When a schedule is open and how its slots are cut. Minutes; `step_minutes` null: duration plus
 * both buffers.
 */
export interface ScheduleHours extends OpeningHours {
  duration_minutes: number;
  step_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
}

/**
 * One slot in epoch ms, half-open: the guest's time, the time it occupies with buffers, and its
 * opening date.
 */
export interface SlotTime {
  date: string;
  starts_at: number;
  ends_at: number;
  occupies_from: number;
  occupies_to: number;
  /** Until when it stays open: a longer length may end then. */
  open_until: number;
}

/** Time already taken, [starts_at, ends_at) in epoch ms. */
export interface BusyTime {
  starts_at: number;
  ends_at: number;
}

/**
 * The slots of the dates `from` to `to` (inclusive, local to the schedule's zone), ascending, no
 * start twice; with `limits`, those of one resource.
 *
 * Each open interval is stepped through in elapsed minutes from its start. A slot that starts in it
 * fits when all of [starts_at, ends_at) is open, on whichever dates: with 00:00 to 00:00 on every
 * date, 120 minutes and a step of 60, 23:00 is a slot too. Buffers may reach outside the opening
 * hours (preparing before opening is work, not opening). Europe/Berlin, 2024-10-27, 01:00 to 04:00
 * in hours: 01:00, 02:00+02:00, 02:00+01:00 and 03:00; on 2024-03-31: 01:00 and 03:00. `date` is
 * the one the hours belong to: with hours over midnight a slot can start on the local date after
 * it.
 *
 * Throws RangeError for an invalid date, time or zone, and for a duration or step that is not
 * positive.
 */
export function slotTimes(
  hours: ScheduleHours,
  from: string,
  to: string,
  limits: HoursLimits = NO_LIMITS,
): SlotTime[] {
  const before = hours.buffer_before_minutes * MINUTE_MS;
  const after = hours.buffer_after_minutes * MINUTE_MS;
  const duration = hours.duration_minutes * MINUTE_MS;
  const step =
    hours.step_minutes === null ? before + duration + after : hours.step_minutes * MINUTE_MS;
  if (!(duration > 0 && step > 0)) throw new RangeError("Duration and step must be positive.");
  const times: SlotTime[] = [];
  for (const { date, start_ms, end_ms, until_ms } of openWithin(hours, limits, from, to)) {
    for (
      let starts_at = start_ms;
      starts_at < end_ms && starts_at + duration <= until_ms;
      starts_at += step
    ) {
      const ends_at = starts_at + duration;
      const occupied = { occupies_from: starts_at - before, occupies_to: ends_at + after };
      times.push({ date, starts_at, ends_at, ...occupied, open_until: until_ms });
    }
  }
  return times;
}

/**
 * Filters `times` (ascending, as returned by `slotTimes`) to those whose [occupies_from,
 * occupies_to) overlaps no busy time. `busy` may be unordered and overlap; touching times are free.
 */
export function freeTimes<T extends Pick<SlotTime, "occupies_from" | "occupies_to">>(
  times: readonly T[],
  busy: readonly BusyTime[],
): T[] {
  const ordered = busy
    .filter(({ starts_at, ends_at }) => starts_at < ends_at)
    .toSorted((a, b) => a.starts_at - b.starts_at);
  let next = 0;
  return times.filter(({ occupies_from, occupies_to }) => {
    // Busy times that end before this slot end before all later ones too; the first of the rest has
    // the earliest start.
    while ((ordered[next]?.ends_at ?? Infinity) <= occupies_from) next += 1;
    return (ordered[next]?.starts_at ?? Infinity) >= occupies_to;
  });
}
