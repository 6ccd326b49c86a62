import { dateInZone, hourInZone } from "./format";
import { addDays, clampDate, monthOf } from "./month";
import { belongsTo, type Bookable } from "./bookables";
import type { Availability, Slot } from "./wire";

/** The bookable times of each day that has any. Two resources free at one instant are one time: the emptier is taken. */
export function openDays(availability: Availability): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>();
  for (const day of availability.days) {
    const times = new Map<string, Slot>();
    for (const slot of day.slots) {
      const known = times.get(slot.starts_at);
      if (slot.bookable && (!known || slot.remaining > known.remaining)) times.set(slot.starts_at, slot);
    }
    if (times.size) days.set(day.date, [...times.values()].sort(byStart));
  }
  return days;
}

const byStart = (a: Slot, b: Slot): number => Date.parse(a.starts_at) - Date.parse(b.starts_at);

export type PartOfDay = "morning" | "afternoon" | "evening";

/** Times grouped by part of the day: morning until 12:00, afternoon until 17:00, then evening, in the zone shown. */
export function partsOfDay(slots: readonly Slot[], zone: string): { name: PartOfDay; slots: Slot[] }[] {
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
export function dateLimits(bookable: Bookable | null, zone: string, now: number): { min: string; max: string } {
  const min = dateInZone(now, zone);
  return { min, max: addDays(min, bookable?.schedule?.max_advance_days ?? 365) };
}

/** Where a calendar opens: the month, the day that takes the focus, and the day to choose at once, if any. */
export interface Landing {
  month: string;
  day: string | null;
  chosen: string | null;
}

/**
 * Lands on the wished day when it has times, else on the first day that has, else in the month of the next time.
 * The wished day is chosen at once; `eager` chooses whichever day it lands on.
 */
export function landing(availability: Availability, month: string, wish: string | null, eager: boolean): Landing {
  const days = openDays(availability);
  if (wish && days.has(wish)) return { month, day: wish, chosen: wish };
  const { next_available, time_zone } = availability;
  const next = next_available && dateInZone(next_available, time_zone);
  const day = days.keys().next().value ?? next;
  return { month: day ? monthOf(day) : month, day, chosen: eager ? day : null };
}

/**
 * Whether an answer asked before the bookables were known also answers for this bookable: it holds slots, all of them the
 * bookable's, and its next time is one of them. Otherwise the bookable's own times must be asked for.
 */
export function answersFor(availability: Availability, bookable: Bookable, resource_id: string | null): boolean {
  const slots = availability.days.flatMap((day) => day.slots);
  const next = availability.next_available;
  return (
    slots.length > 0 &&
    slots.every((slot) => belongsTo(slot, bookable, resource_id)) &&
    (next === null || slots.some((slot) => Date.parse(slot.starts_at) === Date.parse(next)))
  );
}

/** A wished month held between the months of two dates. */
export const clampMonth = (month: string, limits: { min: string; max: string }): string =>
  monthOf(clampDate(`${month}-01`, `${monthOf(limits.min)}-01`, limits.max));
