import { dateInZone, hourInZone } from "../shared/format";
import type { Availability, Slot } from "../wire";
import type { Bookable } from "./bookables";
import { addDays, clampDate, monthOf } from "./month";

/** The times of each day that has any. Two resources at one instant are one time: the emptier is taken. */
export function openDays(
  availability: Availability,
  is = (slot: Slot): boolean => slot.bookable,
): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>();
  for (const day of availability.days) {
    const times = new Map<string, Slot>();
    for (const slot of day.slots) {
      const known = times.get(slot.starts_at);
      if (is(slot) && (!known || slot.remaining > known.remaining)) times.set(slot.starts_at, slot);
    }
    if (times.size) days.set(day.date, [...times.values()].sort(byStart));
  }
  return days;
}

const byStart = (a: Slot, b: Slot): number => Date.parse(a.starts_at) - Date.parse(b.starts_at);

export type PartOfDay = "morning" | "afternoon" | "evening";

/** Times grouped by part of the day: morning until 12:00, afternoon until 17:00, then evening, in the zone shown. */
export function partsOfDay(
  slots: readonly Slot[],
  zone: string,
): { name: PartOfDay; slots: Slot[] }[] {
  const groups: { name: PartOfDay; slots: Slot[] }[] = [];
  for (const slot of slots) {
    const hour = hourInZone(slot.starts_at, zone);
    const name = hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening";
    const last = groups.at(-1);
    if (last?.name === name) last.slots.push(slot);
    else groups.push({ name, slots: [slot] });
  }
  return groups;
}

/** The dates a visitor may look at: from today to as far ahead as the bookable allows. */
export function dateLimits(
  bookable: Bookable | null,
  zone: string,
  now: number,
): { min: string; max: string } {
  const min = dateInZone(now, zone);
  return { min, max: addDays(min, bookable?.schedule?.max_advance_days ?? 365) };
}

/** Where a calendar opens: the month, the day that takes the focus, and the day to choose at once, if any. */
export interface Landing {
  month: string;
  day: string | null;
  chosen: string | null;
  /** The page's default day, which has no times. */
  missed: string | null;
}

/**
 * Selects the default day when it has times, else on the next day that has, else in the month of the next time.
 * The default day is selected at once; `eager` selects whichever day it comes to.
 */
export function landing(
  availability: Availability,
  month: string,
  wish: string | null,
  eager: boolean,
): Landing {
  const days = [...openDays(availability).keys()].sort();
  if (wish && days.includes(wish)) return { month, day: wish, chosen: wish, missed: null };
  const { next_available, time_zone } = availability;
  const next = next_available && dateInZone(next_available, time_zone);
  const day = days.find((date) => !wish || date > wish) ?? days.at(-1) ?? next;
  const missed = wish && monthOf(wish) === month ? wish : null;
  return { month: day ? monthOf(day) : month, day, chosen: eager && !missed ? day : null, missed };
}

/** A requested month, clamped between the months of two dates. */
export const clampMonth = (month: string, limits: { min: string; max: string }): string =>
  monthOf(clampDate(`${month}-01`, `${monthOf(limits.min)}-01`, limits.max));
