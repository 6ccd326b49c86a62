import { dateInZone, hourInZone } from "../shared/format";
import type { Availability, Slot } from "../wire";
import type { Bookable } from "./bookables";
import { addDays } from "./dates";

/**
 * Times by day, without empty days. Two resources free at the same time are one entry, the one with
 * more seats.
 */
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

/**
 * Groups times by part of day in the displayed time zone: morning until 12:00, afternoon until
 * 17:00, then evening.
 */
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

/** Selectable dates: from today to the bookable's booking horizon. */
export function dateLimits(
  bookable: Bookable | null,
  zone: string,
  now: number,
): { min: string; max: string } {
  const min = dateInZone(now, zone);
  return { min, max: addDays(min, bookable?.schedule?.max_advance_days ?? 365) };
}

/** Initial calendar state: the focused day, and the day to select immediately, if any. */
export interface Landing {
  day: string | null;
  chosen: string | null;
  /** The page's default day, if it has no times. */
  missed: string | null;
}

/**
 * Chooses the default day if it has times, otherwise the next day that does, otherwise the day of
 * the next time. Only the default day is selected immediately, or any day if `eager`.
 */
export function landing(availability: Availability, wish: string | null, eager: boolean): Landing {
  const days = [...openDays(availability).keys()].sort();
  if (wish && days.includes(wish)) return { day: wish, chosen: wish, missed: null };
  const { next_available, time_zone, from, to } = availability;
  const next = next_available && dateInZone(next_available, time_zone);
  const day = days.find((date) => !wish || date > wish) ?? days.at(-1) ?? next;
  const missed = wish && wish >= from && wish <= to ? wish : null;
  return { day, chosen: eager && !missed ? day : null, missed };
}
