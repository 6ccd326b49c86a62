import { localDateOf, wallTimeOf } from "~/lib/time";
import type { Processing } from "~/contract/service-fields";
import { gapOf, overlapsWork, type WorkTime } from "../seats/processing";
import { areNeedsFree, type TakenLane } from "../seats/needs-free";
import { type HoursLimits, NO_LIMITS, openWithin } from "../hours/open-within";
import { type ScheduleHours, type SlotTime, slotTimes } from "../schedules/slot-times";

const MINUTE_MS = 60_000;

/** A resource with its busy times; `lane` null: all lanes (time off). Instants in epoch ms. */
export interface BusyResource {
  id: string;
  name: string;
  capacity: number;
  /**
   * The resource's own, or the service's; the price per seat in minor units, before the peak
   * prices.
   */
  duration_minutes: number;
  price_amount: number | null;
  busy: { lane: number | null; from: number; to: number }[];
  /** The service's processing time, in which the resource is free. */
  processing?: Processing | null;
  /** What the service needs besides, with the taken time of all that can serve it. */
  needs?: PreviewedNeed[];
  /** The limits on the service's hours on it. */
  limits: HoursLimits;
  /** Local dates on which it has reached the service's limit of bookings. */
  limited: ReadonlySet<string>;
}

interface PreviewedNeed {
  seats: number;
  minutes_before: number;
  minutes_after: number;
  resources: { id: string; capacity: number }[];
  taken: (TakenLane & { resource_id: string })[];
}

interface PreviewTime {
  starts_at: number;
  /** Minutes since midnight, local time. */
  minute: number;
  free: number;
  /**
   * The lowest price per seat among the free resources, before the peak prices; `differs`: others
   * cost more.
   */
  price_amount: number | null;
  differs: boolean;
}

export interface PreviewDay {
  date: string;
  /** Open hours in minutes of local time; `to` is above 1440 after midnight. */
  open: { from: number; to: number }[];
  times: PreviewTime[];
  /** Why there are no times. */
  state: "open" | "closed" | "full" | "outside_window";
}

function workOf(time: SlotTime, processing: Processing | null): WorkTime {
  const [starts_at, ends_at] = [new Date(time.starts_at), new Date(time.ends_at)];
  const gap = gapOf(processing, { starts_at, ends_at });
  return {
    from: time.occupies_from,
    to: time.occupies_to,
    gap: gap && { from: gap.gap_from.getTime(), to: gap.gap_to.getTime() },
  };
}

/** How many more seats can be taken at a time; none while something else that is needed is taken. */
function freeAt(
  {
    id,
    capacity,
    busy,
    needs = [],
    processing = null,
  }: Pick<BusyResource, "id" | "capacity" | "busy" | "needs" | "processing">,
  time: SlotTime,
): number {
  const takenOf = (needed: string) =>
    (needs[0]?.taken ?? []).filter(({ resource_id }) => resource_id === needed);
  if (!areNeedsFree(needs, takenOf, { resource_id: id, ...time })) return 0;
  const work = workOf(time, processing);
  const over = busy.filter((each) => overlapsWork(each, work));
  if (over.some(({ lane }) => lane === null)) return 0;
  const below = new Set(
    over.flatMap(({ lane }) => (lane !== null && lane < capacity ? [lane] : [])),
  );
  // Claims above a lowered capacity take seats, too. The maximum is always reached when one of the
  // claims or the work begins.
  const starts = [work.from, ...(work.gap ? [work.gap.to] : []), ...over.map(({ from }) => from)];
  const atOnce = starts
    .filter(
      (at) => at >= work.from && (work.gap === null || at < work.gap.from || at >= work.gap.to),
    )
    .map((at) => over.filter((each) => each.from <= at && each.to > at).length);
  return Math.max(capacity - Math.max(below.size, ...atOnce, 0), 0);
}

/**
 * The times guests would be offered on the dates `from` to `to` (inclusive, in the schedule's
 * zone): the engine's times, without those taken, too soon or too far ahead.
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
  const all =
    resources.length === 0
      ? timesOf({ ...hours, limits: NO_LIMITS })
      : offered.flatMap(({ times }) => times);
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
    const inWindow = times.filter(
      ({ starts_at }) => starts_at >= window.first && starts_at <= window.last,
    );
    const near = offered.map(({ resource, times: own }) => ({
      ...resource,
      busy: busyBetween(resource, inWindow),
      own: new Map(own.filter((time) => time.date === date).map((time) => [time.starts_at, time])),
    }));
    const free = inWindow.map(({ starts_at }): PreviewTime => {
      const day = localDateOf(starts_at, hours.time_zone);
      const counted = near.flatMap(({ limited, own, ...resource }) => {
        const time = own.get(starts_at);
        const free = time === undefined || limited.has(day) ? 0 : freeAt(resource, time);
        return free === 0 ? [] : [{ free, price_amount: resource.price_amount }];
      });
      const sum = counted.reduce((all, each) => all + each.free, 0);
      return { starts_at, minute: minuteOf(starts_at), free: sum, ...lowestOf(counted) };
    });
    const bookable = free.filter((time) => time.free > 0);
    const open = opened
      .filter((interval) => interval.date === date)
      .map(({ start_ms, end_ms }) => {
        const start = minuteOf(start_ms);
        return { from: start, to: start + (end_ms - start_ms) / MINUTE_MS };
      });
    return {
      date,
      open,
      times: bookable,
      state: stateOf(times.length, inWindow.length, bookable.length),
    };
  });
}

type Timed = Pick<BusyResource, "limits" | "duration_minutes">;

/**
 * The times of a service by limits: computed once for resources with the same length and without
 * their own hours.
 */
function timesByLimits(
  hours: ScheduleHours,
  from: string,
  to: string,
): (resource: Timed) => SlotTime[] {
  const common = new Map<number, SlotTime[]>();
  return ({ limits, duration_minutes }) => {
    const known = limits.resource === null ? common.get(duration_minutes) : undefined;
    const times = known ?? slotTimes({ ...hours, duration_minutes }, from, to, limits);
    if (limits.resource === null) common.set(duration_minutes, times);
    return times;
  };
}

/** The lowest of some prices; a resource without a price does not count as cheaper. */
function lowestOf(
  all: readonly Pick<BusyResource, "price_amount">[],
): Pick<PreviewTime, "price_amount" | "differs"> {
  const prices = all.flatMap(({ price_amount }) => price_amount ?? []);
  const price_amount = prices.length === 0 ? null : Math.min(...prices);
  return { price_amount, differs: all.some((each) => each.price_amount !== price_amount) };
}

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

/** The times nearest to `start` with room for one more, in chronological order. */
export function nearestFree(
  hours: ScheduleHours,
  resource: BusyResource,
  window: { first: number; last: number },
  start: number,
  most: number,
): SlotTime[] {
  const [from, to] = [start - NEAR_MS, start + NEAR_MS].map((at) =>
    localDateOf(at, hours.time_zone),
  );
  return slotTimes(
    { ...hours, duration_minutes: resource.duration_minutes },
    from!,
    to!,
    resource.limits,
  )
    .filter(({ starts_at }) => starts_at >= window.first && starts_at <= window.last)
    .sort((a, b) => Math.abs(a.starts_at - start) - Math.abs(b.starts_at - start))
    .filter(
      (time) =>
        freeAt(resource, time) > 0 &&
        !resource.limited.has(localDateOf(time.starts_at, hours.time_zone)),
    )
    .slice(0, most)
    .sort((a, b) => a.starts_at - b.starts_at);
}

/** How far around a booking other times are searched. */
export const NEAR_MS = 7 * 86_400_000;
