import { formatMoney } from "~/lib/money";
import { localDateOf, wallTimeOf } from "~/lib/time";
import { type Calendar } from "~/ui/booking/booking-lines";
import { type ChoiceSlot, type Names, timeChoices } from "~/ui/booking/time-choices";
import type { DayPart, DeskTime } from "~/ui/new-booking/desk-state";

/** Without a day: the number of days with free times, and of times per part of day. */
export const FIRST_DAYS = 3;
export const OF_A_PART = 4;
/** With a day, per part of it. For any service, a start appears once per service. */
const MAX_OF_PART = 96;
const MAX_OF_PART_OF_ANY = 24;
interface Shown {
  names: Names;
  calendar: Calendar;
  /** The price of the party at a slot, in minor units; null for none. */
  amountOf: (slot: ChoiceSlot) => number | null;
  /** Any resource: one time per start is enough. */
  is_anyone: boolean;
  /** A day was chosen: show as many of its times as fit. */
  is_day: boolean;
  /** Whether prices distinguish the times. */
  is_any_service: boolean;
}

/** Free slots as desk choices, in order. */
export function deskTimes(slots: readonly ChoiceSlot[], shown: Shown): DeskTime[] {
  const { names, calendar, amountOf, is_anyone, is_day, is_any_service } = shown;
  const offers = is_anyone ? oneOfEachStart(slots) : slots;
  const most = is_day ? (is_any_service ? MAX_OF_PART_OF_ANY : MAX_OF_PART) : OF_A_PART;
  const parts = new Map<string, number>();
  const days = new Set<string>();
  const chosen = offers.filter(({ starts_at }) => {
    const day = localDateOf(Date.parse(starts_at), calendar.time_zone);
    const part = `${day} ${partOfDay(starts_at, calendar.time_zone)}`;
    if (!days.has(day) && days.size === FIRST_DAYS) return false;
    days.add(day);
    const count = (parts.get(part) ?? 0) + 1;
    parts.set(part, count);
    return count <= most;
  });
  const priced = chosen.map((slot) => (is_any_service ? slot : { ...slot, price_amount: null }));
  return timeChoices(priced, names, calendar).map((choice, index) => {
    const slot = chosen[index]!; // one choice per slot
    return {
      ...choice,
      part: partOfDay(slot.starts_at, calendar.time_zone),
      ...priceWith(amountOf(slot), slot.currency ?? null, calendar.locale),
    };
  });
}

/** A price in minor units, in words too; null for no price. */
export function priceWith(
  amount: number | null,
  currency: string | null,
  locale: string,
): Pick<DeskTime, "price" | "amount"> {
  const price = amount === null || currency === null ? null : formatMoney(amount, currency, locale);
  return { price, amount: amount ?? 0 };
}

function oneOfEachStart(slots: readonly ChoiceSlot[]): ChoiceSlot[] {
  const seen = new Set<string>();
  return slots.filter(({ starts_at, schedule_id }) => {
    const start = `${starts_at} ${schedule_id}`;
    if (seen.has(start)) return false;
    seen.add(start);
    return true;
  });
}

/** The part of the local day that an instant lies in. */
export function partOfDay(instant: string, timeZone: string): DayPart {
  const hour = Number(wallTimeOf(Date.parse(instant), timeZone).split(" ")[1]?.slice(0, 2));
  return hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening";
}
