import type { Hours } from "~/contract/hours";
import type { Schedule } from "~/contract/schedules";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { yieldOften } from "~/lib/yield-often";
import { OpenTimes } from "../hours/open-times";
import type { StoredLimits } from "../hours/read-limits.server";
import { hoursOf } from "../hours/stored-hours";
import { changedSpan, type Plan, type Span } from "./changed-span";
import { lastDateOf } from "./fill-slots.server";
import type { HoursFields } from "./hours-fields";
import { longestMinutes, onResource } from "../quotes/service-terms";

/** Times of a service on a resource to be made again: their starts are in [from, to), epoch ms. */
export interface ChangedLink extends Span {
  schedule_id: string;
  resource_id: string;
}

/** The fields that determine when a service is open on its resources, and its times. */
export type PlannedHours = Pick<
  Schedule,
  | "id"
  | "hours_id"
  | "resource_ids"
  | "resource_terms"
  | "duration_minutes"
  | "step_minutes"
  | "buffer_before_minutes"
  | "buffer_after_minutes"
  | "processing"
  | "max_advance_days"
  | "length_options"
  | "price_amount"
> &
  HoursFields;

/** Dates, both inclusive. */
export interface DateRange {
  from: string;
  to: string;
}

/** One side of a change of open time: the limits on hours, and a cache of computed open time. */
export class LimitedHours {
  /** Keyed by the service's hours; the second also by the resource's. */
  #services = new Map<string, OpenTimes>();
  #known = new Map<string, OpenTimes>();

  /**
   * `limits` null: unlimited. `resources`: open time by hours of resources, shared by both sides of
   * a change.
   */
  constructor(
    readonly limits: StoredLimits | null,
    private readonly resources = new Map<Hours, OpenTimes>(),
  ) {}

  /**
   * Cached, because services with the same shared hours have the same open time on resources with
   * the same hours.
   */
  openTimes(schedule: PlannedHours, resourceId: string): OpenTimes {
    return stored(this.#known, this.keyOf(schedule, resourceId), () => {
      const service = stored(this.#services, schedule.hours_id ?? schedule.id, () =>
        OpenTimes.of(hoursOf(schedule), {
          closed_dates: this.limits?.closed_dates ?? [],
          resource: null,
        }),
      );
      const hours = this.limits?.hours.get(resourceId);
      if (hours === undefined) return service;
      const resource = stored(this.resources, hours, () => OpenTimes.of(hoursOf(hours)));
      return OpenTimes.within(service, resource);
    });
  }

  keyOf({ hours_id, id }: Pick<PlannedHours, "hours_id" | "id">, resourceId: string): string {
    return `${hours_id ?? id}/${this.limits?.hours.get(resourceId)?.id ?? ""}`;
  }
}

function stored<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** A service on one side of a change. */
interface LimitedSchedule {
  schedule: PlannedHours;
  hours: LimitedHours;
}

/**
 * Finds where times of services differ before and after a change; `dates`: only those whose hours
 * can be affected.
 */
export class ChangedTimes {
  // Links with the same hours, lengths and horizon have the same times: they are compared once.
  #known = new Map<string, Span | null>();
  #giveWay = yieldOften();

  constructor(private readonly dates: DateRange | null = null) {}

  /** The spans of future times on its resources that may differ. */
  async of(before: LimitedSchedule, after: LimitedSchedule): Promise<ChangedLink[]> {
    const links: ChangedLink[] = [];
    for (const resource_id of after.schedule.resource_ids) {
      const key = [before, after].map((side) => planKey(side, resource_id)).join();
      let span = this.#known.get(key);
      if (span === undefined) {
        span = await this.#changedOn(resource_id, before, after);
        this.#known.set(key, span);
      }
      if (span !== null) links.push({ schedule_id: after.schedule.id, resource_id, ...span });
    }
    return links;
  }

  async #changedOn(
    resourceId: string,
    before: LimitedSchedule,
    after: LimitedSchedule,
  ): Promise<Span | null> {
    // Slots may lie beyond a horizon that was shortened.
    const last = [lastDateOf(before.schedule), lastDateOf(after.schedule)].sort().at(-1)!; // two elements
    const first = addDays(localDateOf(clock.now(), after.schedule.time_zone), -2);
    const { from, to } = this.#within(first, addDays(last, 1));
    const [planned, wanted] = [planOf(before, resourceId), planOf(after, resourceId)];
    for (const { open } of [planned, wanted]) await open.prepare(from, to, this.#giveWay);
    const span = changedSpan(planned, wanted, from, to, lastDateOf(before.schedule));
    const now = clock.now();
    return span === null || span.to <= now ? null : { from: Math.max(span.from, now), to: span.to };
  }

  /** Open time on other dates is unaffected, except next to hours over midnight. */
  #within(first: string, last: string): DateRange {
    if (this.dates === null) return { from: first, to: last };
    const [from, to] = [addDays(this.dates.from, -REACH_DAYS), addDays(this.dates.to, REACH_DAYS)];
    return { from: from > first ? from : first, to: to < last ? to : last };
  }
}

/** How many dates before and after a changed one can be affected. */
const REACH_DAYS = 4;

const planKey = ({ schedule, hours }: LimitedSchedule, resourceId: string): string =>
  [
    hours.keyOf(schedule, resourceId),
    onResource(schedule, resourceId).duration_minutes,
    longestMinutes(schedule, resourceId),
    schedule.step_minutes,
    schedule.buffer_before_minutes,
    schedule.buffer_after_minutes,
    JSON.stringify(schedule.processing),
    schedule.max_advance_days,
  ].join("/");

const planOf = ({ schedule, hours }: LimitedSchedule, resourceId: string): Plan => ({
  duration_minutes: onResource(schedule, resourceId).duration_minutes,
  step_minutes: schedule.step_minutes,
  buffer_before_minutes: schedule.buffer_before_minutes,
  buffer_after_minutes: schedule.buffer_after_minutes,
  processing: schedule.processing,
  longest_minutes: longestMinutes(schedule, resourceId),
  open: hours.openTimes(schedule, resourceId),
});
