import { isLive } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import { localDateOf, startOfDay, addDays, wallTimeToInstant } from "~/lib/time";

/** A bar on the strip of a resource: one booking, or all of one time that has several seats. Places are per cent of the strip. */
export interface Bar {
  id: string;
  /** All bookings of one time, whose id it has. */
  is_class: boolean;
  from: number;
  width: number;
  /** The row it is drawn in, 0 for the first: bars that overlap lie below each other. */
  row: number;
  title: string;
  says: string;
  is_pending: boolean;
  is_over: boolean;
}

export interface Strip {
  id: string;
  name: string;
  rows: number;
  bars: Bar[];
}

export interface Strips {
  strips: Strip[];
  hours: { at: number; label: string }[];
  /** Where now is; null outside the hours shown. */
  now: number | null;
}

interface Read {
  bookings: readonly Booking[];
  resources: readonly { id: string; name: string; capacity: number }[];
  date: string;
  time_zone: string;
  locale: string;
  now: number;
}

const MORNING = "09:00";
const EVENING = "17:00";

/** A day as a strip for each resource, from the hour of the first booking to that of the last, at least from nine to five. */
export function stripsOf({ bookings, resources, date, time_zone, locale, now }: Read): Strips {
  const live = bookings.filter(({ status }) => isLive(status));
  const hours = hoursOf(date, time_zone);
  const instants = live.flatMap((one) => [Date.parse(one.starts_at), Date.parse(one.ends_at)]);
  const first = Math.min(wallTimeToInstant(date, MORNING, time_zone), ...instants);
  const last = Math.max(wallTimeToInstant(date, EVENING, time_zone), ...instants);
  const from = hours.findLast((hour) => hour <= first) ?? hours[0]!; // a day has hours
  const to = hours.find((hour) => hour >= last) ?? hours.at(-1)!;
  const place = (at: number) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100;
  const clock = new Intl.DateTimeFormat(locale, { timeZone: time_zone, hour: "2-digit", minute: "2-digit" });
  return {
    strips: resources.map((resource) => stripOf(resource, live, place, (at) => clock.format(new Date(at)), now)),
    hours: hours.filter((at) => at >= from && at < to).map((at) => ({ at: place(at), label: clock.format(at) })),
    now: now >= from && now <= to ? place(now) : null,
  };
}

/** Each full hour that the clock shows on a day, and the day's end: 23, 24 or 25 of them. */
function hoursOf(date: string, timeZone: string): number[] {
  const end = startOfDay(addDays(date, 1), timeZone);
  const hours: number[] = [];
  for (let at = startOfDay(date, timeZone); at < end; at += 3_600_000)
    if (localDateOf(at, timeZone) === date) hours.push(at);
  return [...hours, end];
}

function stripOf(
  { id, name, capacity }: Read["resources"][number],
  live: readonly Booking[],
  place: (at: number) => number,
  clock: (at: string) => string,
  now: number,
): Strip {
  const groups = new Map<string, Booking[]>();
  for (const booking of live.filter((one) => one.resource_id === id)) {
    const together = capacity > 1 && booking.slot_id !== null ? booking.slot_id : booking.id;
    groups.set(together, [...(groups.get(together) ?? []), booking]);
  }
  const ends: number[] = [];
  const bars = [...groups.values()].map((group): Bar => {
    const [one] = group as [Booking, ...Booking[]]; // a group begins with a booking
    const from = place(Date.parse(one.starts_at));
    const width = place(Date.parse(one.ends_at)) - from;
    const free = ends.findIndex((end) => end <= from);
    const row = free === -1 ? ends.length : free;
    ends[row] = from + width;
    const isClass = capacity > 1 && one.slot_id !== null;
    const guests = group.reduce((all, { party_size }) => all + party_size, 0);
    const title = isClass ? `${guests}/${capacity}` : one.customer.name;
    return {
      ...{ id: isClass ? one.slot_id! : one.id, from, width, row, title },
      is_class: isClass,
      says: `${clock(one.starts_at)} to ${clock(one.ends_at)}, ${isClass ? `${guests} of ${capacity} places` : one.customer.name}, ${name}`,
      is_pending: group.every(({ status }) => status === "pending"),
      is_over: Date.parse(one.ends_at) <= now,
    };
  });
  return { id, name, rows: Math.max(ends.length, 1), bars };
}
