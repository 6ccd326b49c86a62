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

/** Times of a service on a resource that are to be made again: their starts are in [from, to), epoch ms. */
export interface ChangedLink extends Span {
  schedule_id: string;
  resource_id: string;
}

/** What decides when a service is open on its resources, and which times that makes. */
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

/** One side of a change of open time: what narrows hours, and the open time that has been worked out so far. */
export class LimitedHours {
  /** By the service's hours, without those of a resource and with them. */
  #services = new Map<string, OpenTimes>();
  #known = new Map<string, OpenTimes>();

  /** `limits` null: nothing narrows them. `resources`: open time by hours of resources, which both sides of a change share. */
  constructor(
    readonly limits: StoredLimits | null,
    private readonly resources = new Map<Hours, OpenTimes>(),
  ) {}

  /** Services of the same shared hours have the same open time on resources of the same hours: it is worked out once. */
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

/** Finds where times of services differ before and after a change; `dates`: only those whose hours the change can concern. */
export class ChangedTimes {
  // Links of the same hours, lengths and horizon have the same times: they are compared once.
  #known = new Map<string, Span | null>();
  #giveWay = yieldOften();

  constructor(private readonly dates: DateRange | null = null) {}

  /** Where the times of a service on its resources that are still to come may differ. */
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
    // Slots may lie beyond a horizon that has become shorter.
    const last = [lastDateOf(before.schedule), lastDateOf(after.schedule)].sort().at(-1)!; // one of two
    const first = addDays(localDateOf(clock.now(), after.schedule.time_zone), -2);
    const { from, to } = this.#within(first, addDays(last, 1));
    const [planned, wanted] = [planOf(before, resourceId), planOf(after, resourceId)];
    for (const { open } of [planned, wanted]) await open.prepare(from, to, this.#giveWay);
    const span = changedSpan(planned, wanted, from, to, lastDateOf(before.schedule));
    const now = clock.now();
    return span === null || span.to <= now ? null : { from: Math.max(span.from, now), to: span.to };
  }

  /** Open time of other dates stays as it is, but for where hours over midnight meet it. */
  #within(first: string, last: string): DateRange {
    if (this.dates === null) return { from: first, to: last };
    const [from, to] = [addDays(this.dates.from, -REACH_DAYS), addDays(this.dates.to, REACH_DAYS)];
    return { from: from > first ? from : first, to: to < last ? to : last };
  }
}

/** So many dates around it can one change. */
const REACH_DAYS = 4;

const planKey = ({ schedule, hours }: LimitedSchedule, resourceId: string): string =>
  [
    hours.keyOf(schedule, resourceId),
    onResource(schedule, resourceId).duration_minutes,
    longestMinutes(schedule, resourceId),
    schedule.step_minutes,
    schedule.buffer_before_minutes,
    schedule.buffer_after_minutes,
    schedule.max_advance_days,
  ].join("/");

const planOf = ({ schedule, hours }: LimitedSchedule, resourceId: string): Plan => ({
  duration_minutes: onResource(schedule, resourceId).duration_minutes,
  step_minutes: schedule.step_minutes,
  buffer_before_minutes: schedule.buffer_before_minutes,
  buffer_after_minutes: schedule.buffer_after_minutes,
  longest_minutes: longestMinutes(schedule, resourceId),
  open: hours.openTimes(schedule, resourceId),
});
