import { localDateOf, wallTimeOf } from "~/lib/time";
import { type HoursLimits, NO_LIMITS, openWithin } from "../hours/open-within";
import { type ScheduleHours, type SlotTime, slotTimes } from "../schedules/slot-times";

const MINUTE_MS = 60_000;

/** A resource with what is taken of it; `lane` null: all of it (time off). Instants in epoch ms. */
export interface BusyResource {
  id: string;
  name: string;
  capacity: number;
  busy: { lane: number | null; from: number; to: number }[];
  /** What narrows the service's hours on it. */
  limits: HoursLimits;
  /** The length that the service has on it, where it is not the service's. */
  duration_minutes?: number;
  /** Local dates on which it has as many bookings of the service as it may. */
  limited: ReadonlySet<string>;
}

export interface PreviewTime {
  starts_at: number;
  /** Minutes since midnight, as the clock shows them. */
  minute: number;
  free: number;
}

export interface PreviewDay {
  date: string;
  /** Open hours in minutes of the clock; `to` is above 1440 over midnight. */
  open: { from: number; to: number }[];
  times: PreviewTime[];
  /** Why there are none. */
  state: "open" | "closed" | "full" | "outside_window";
}

/** How many more can be taken at a time. */
export function freeAt({ capacity, busy }: Pick<BusyResource, "capacity" | "busy">, time: SlotTime): number {
  const over = busy.filter(({ from, to }) => from < time.occupies_to && to > time.occupies_from);
  if (over.some(({ lane }) => lane === null)) return 0;
  const below = new Set(over.flatMap(({ lane }) => (lane !== null && lane < capacity ? [lane] : [])));
  // Whoever sits above a capacity that was lowered takes a seat, too. As many at once as ever are, are there when one of them begins.
  const atOnce = over.map(({ from }) => {
    const at = Math.max(from, time.occupies_from);
    return over.filter((each) => each.from <= at && each.to > at).length;
  });
  return Math.max(capacity - Math.max(below.size, ...atOnce, 0), 0);
}

/**
 * What guests would be offered on the dates `from` to `to` (inclusive, in the schedule's zone): the engine's times, without what is taken,
 * too soon or too far ahead.
 */
export function previewDays(
  hours: ScheduleHours,
  resources: readonly BusyResource[],
  window: { first: number; last: number },
  from: string,
  to: string,
): PreviewDay[] {
  const timesOf = timesByLimits(hours, from, to);
  const offered = resources.map((resource) => ({ resource, times: timesOf(resource) }));
  const all = resources.length === 0 ? timesOf({ limits: NO_LIMITS }) : offered.flatMap(({ times }) => times);
  const planned = [...new Map(all.map((time) => [time.starts_at, time])).values()].sort(
    (a, b) => a.starts_at - b.starts_at,
  );
  const ofService = { closed_dates: resources[0]?.limits.closed_dates ?? [], resource: null };
  const opened = openWithin(hours, ofService, from, to);
  const minuteOf = (at: number) => {
    const [hour, minute] = wallTimeOf(at, hours.time_zone).slice(11).split(":");
    return Number(hour) * 60 + Number(minute);
  };
  return datesBetween(from, to).map((date) => {
    const times = planned.filter((time) => time.date === date);
    const inWindow = times.filter(({ starts_at }) => starts_at >= window.first && starts_at <= window.last);
    const near = offered.map(({ resource, times: own }) => ({
      ...resource,
      busy: busyBetween(
        resource,
        own.filter((time) => time.date === date),
      ),
      ...{ own: new Map(own.map((time) => [time.starts_at, time])) },
    }));
    const free = inWindow.map((time) => {
      const day = localDateOf(time.starts_at, hours.time_zone);
      const counted = near.flatMap((resource) => {
        const own = resource.own.get(time.starts_at);
        return own === undefined || resource.limited.has(day) ? [] : freeAt(resource, own);
      });
      const sum = counted.reduce((all, each) => all + each, 0);
      return { starts_at: time.starts_at, minute: minuteOf(time.starts_at), free: sum };
    });
    const bookable = free.filter((time) => time.free > 0);
    const open = opened
      .filter((interval) => interval.date === date)
      .map(({ start_ms, end_ms }) => {
        const start = minuteOf(start_ms);
        return { from: start, to: start + (end_ms - start_ms) / MINUTE_MS };
      });
    return { date, open, times: bookable, state: stateOf(times.length, inWindow.length, bookable.length) };
  });
}

/** The times of a service on a resource: those of resources without hours of their own are worked out once for each length. */
function timesByLimits(hours: ScheduleHours, from: string, to: string): (resource: OwnTimes) => SlotTime[] {
  const common = new Map<number, SlotTime[]>();
  return ({ limits, duration_minutes = hours.duration_minutes }) => {
    const timesOf = () => slotTimes({ ...hours, duration_minutes }, from, to, limits);
    if (limits.resource !== null) return timesOf();
    if (!common.has(duration_minutes)) common.set(duration_minutes, timesOf());
    return common.get(duration_minutes)!; // set above
  };
}

type OwnTimes = Pick<BusyResource, "limits" | "duration_minutes">;

function stateOf(planned: number, inWindow: number, offered: number): PreviewDay["state"] {
  if (offered > 0) return "open";
  if (planned === 0) return "closed";
  return inWindow === 0 ? "outside_window" : "full";
}

function busyBetween({ busy }: BusyResource, times: readonly SlotTime[]): BusyResource["busy"] {
  const from = times[0]?.occupies_from ?? 0;
  const to = times.at(-1)?.occupies_to ?? 0;
  return busy.filter((each) => each.from < to && each.to > from);
}

function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}

/** The times nearest to `start` at which one more fits, in order of time. */
export function nearestFree(
  hours: ScheduleHours,
  resource: BusyResource,
  window: { first: number; last: number },
  start: number,
  most: number,
): SlotTime[] {
  const [from, to] = [start - NEAR_MS, start + NEAR_MS].map((at) => localDateOf(at, hours.time_zone));
  const { duration_minutes = hours.duration_minutes, limits } = resource;
  return slotTimes({ ...hours, duration_minutes }, from!, to!, limits)
    .filter(({ starts_at }) => starts_at >= window.first && starts_at <= window.last)
    .sort((a, b) => Math.abs(a.starts_at - start) - Math.abs(b.starts_at - start))
    .filter((time) => freeAt(resource, time) > 0 && !resource.limited.has(localDateOf(time.starts_at, hours.time_zone)))
    .slice(0, most)
    .sort((a, b) => a.starts_at - b.starts_at);
}

/** How far around a booking another time is looked for. */
export const NEAR_MS = 7 * 86_400_000;
