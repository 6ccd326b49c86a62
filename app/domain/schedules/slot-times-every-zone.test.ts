import { expect, it } from "vitest";
import { addDays } from "~/lib/time";
import { openIntervals, type OpenInterval } from "../hours/open-intervals";
import { slotTimes, type ScheduleHours } from "./slot-times";

// Every day between 2024 and 2030 on which some zone changes its clock, and the days before and
// after, compared with the runtime's Intl.DateTimeFormat: an implementation independent of
// Temporal.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The wall clock of one zone as "local time counted as if it were UTC, minus the instant". */
class Clock {
  private readonly format: Intl.DateTimeFormat;

  constructor(readonly zone: string) {
    // The Swedish locale writes "2024-03-31 03:00:00".
    this.format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "medium",
    });
  }

  wall(epochMs: number): string {
    return this.format.format(epochMs);
  }

  offset(epochMs: number): number {
    return Date.parse(`${this.wall(epochMs).replace(" ", "T")}Z`) - epochMs;
  }

  /** First instant at which the clock shows this time, else the time moved on by the gap. */
  instantOf(date: string, time: string): { epoch_ms: number; exists: boolean } {
    const wall = Date.parse(`${date}T${time}:00Z`);
    const offsets = [this.offset(wall - DAY_MS), this.offset(wall + DAY_MS)];
    const instants = offsets
      .map((offset) => wall - offset)
      .filter((at) => this.offset(at) === wall - at);
    const epoch_ms = instants.length > 0 ? Math.min(...instants) : wall - offsets[0]!;
    return { epoch_ms, exists: instants.length > 0 };
  }

  /**
   * The local dates of all offset changes from 2024 to 2030; none is undone within the same week.
   */
  changeDates(): string[] {
    const dates: string[] = [];
    const end = Date.UTC(2031, 0, 1);
    for (let at = Date.UTC(2024, 0, 1); at < end; at += 7 * DAY_MS) {
      const before = this.offset(at);
      if (this.offset(at + 7 * DAY_MS) === before) continue;
      let [low, high] = [at, at + 7 * DAY_MS];
      while (high - low > 60_000) {
        const middle = (low + high) / 2;
        if (this.offset(middle) === before) low = middle;
        else high = middle;
      }
      dates.push(this.wall(high).slice(0, 10));
    }
    return dates;
  }
}

const clocks = Intl.supportedValuesOf("timeZone").map((zone) => new Clock(zone));
const changes = clocks.flatMap((clock) => clock.changeDates().map((date) => ({ clock, date })));

const offers = [
  {
    name: "the whole day",
    start: "00:00",
    end: "00:00",
    duration: 15,
    step: 15,
    before: 0,
    after: 0,
  },
  {
    name: "office hours with buffers",
    start: "08:45",
    end: "17:30",
    duration: 25,
    step: null,
    before: 5,
    after: 10,
  },
  {
    name: "hours over midnight that overlap",
    start: "22:00",
    end: "03:30",
    duration: 60,
    step: 20,
    before: 0,
    after: 0,
  },
  {
    name: "hours that begin in most gaps",
    start: "02:20",
    end: "05:00",
    duration: 30,
    step: 40,
    before: 0,
    after: 10,
  },
  {
    name: "hours that end in most gaps",
    start: "23:40",
    end: "02:10",
    duration: 20,
    step: 20,
    before: 0,
    after: 0,
  },
];

/** The same hours converted by Intl alone. */
function expectedIntervals(
  clock: Clock,
  hours: ScheduleHours,
  dates: string[],
): Omit<OpenInterval, "until_ms">[] {
  const { start = "", end = "" } = hours.rules[0] ?? {};
  return dates
    .map((date) => ({
      date,
      start_ms: clock.instantOf(date, start).epoch_ms,
      end_ms: clock.instantOf(end <= start ? addDays(date, 1) : date, end).epoch_ms,
      source: "rule" as const,
    }))
    .filter((interval) => interval.start_ms < interval.end_ms);
}

/** Describes the errors in the slots of one interval. */
function faultsOf(hours: ScheduleHours, interval: OpenInterval, starts: number[]): string[] {
  const total = hours.buffer_before_minutes + hours.duration_minutes + hours.buffer_after_minutes;
  const step = (hours.step_minutes ?? total) * 60_000;
  const duration = hours.duration_minutes * 60_000;
  const faults: string[] = [];
  if (starts.length === 0)
    return interval.until_ms - interval.start_ms >= duration ? ["no slot although one fits"] : [];
  if (starts[0] !== interval.start_ms)
    faults.push("the first slot does not start with the open time");
  if (starts.some((start, index) => index > 0 && start - starts[index - 1]! !== step))
    faults.push("an uneven step");
  const lastEnd = starts.at(-1)! + duration;
  if (starts.at(-1)! >= interval.end_ms) faults.push("the last slot is another date's");
  if (lastEnd > interval.until_ms) faults.push("the last slot ends after the open time");
  if (lastEnd + step <= interval.until_ms && starts.at(-1)! + step < interval.end_ms)
    faults.push("a slot is missing at the end");
  return faults;
}

it("finds the clock changes under test", () => {
  expect(changes.length).toBeGreaterThan(500);
});

it.each(offers)(
  "opens $name in every zone when its clock says so",
  ({ start, end, duration, step, before, after }) => {
    const faults: string[] = [];
    for (const { clock, date } of changes) {
      const hours: ScheduleHours = {
        time_zone: clock.zone,
        rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start, end }],
        overrides: [],
        duration_minutes: duration,
        step_minutes: step,
        buffer_before_minutes: before,
        buffer_after_minutes: after,
      };
      const dates = [addDays(date, -1), date, addDays(date, 1)];
      const fault = (text: string) => faults.push(`${clock.zone} around ${date}: ${text}`);
      const intervals = openIntervals(hours, dates[0]!, dates[2]!);
      const times = slotTimes(hours, dates[0]!, dates[2]!);

      const shown = intervals.map(({ until_ms: _until, ...interval }) => interval);
      if (JSON.stringify(shown) !== JSON.stringify(expectedIntervals(clock, hours, dates)))
        fault("other open times");
      const isNight = start === end;
      for (const interval of intervals) {
        if (interval.until_ms > interval.end_ms !== isNight) fault("a stretch of another length");
        const opensOnTime = clock.wall(interval.start_ms) === `${interval.date} ${start}:00`;
        if (!opensOnTime && clock.instantOf(interval.date, start).exists)
          fault(`opens at another local time`);
        const ofDate = times
          .filter((time) => time.date === interval.date)
          .map((time) => time.starts_at);
        faultsOf(hours, interval, ofDate).forEach(fault);
      }
      times.forEach((time, index) => {
        const previous = times[index - 1];
        if (previous && time.starts_at <= previous.starts_at)
          fault("a start that is not after the one before");
        const mayOverlap = step !== null && step < duration + before + after;
        // Buffers of different dates may overlap outside the opening hours, but never within one
        // date.
        if (
          previous?.date === time.date &&
          !mayOverlap &&
          time.occupies_from < previous.occupies_to
        )
          fault("an overlap");
      });
    }
    expect(faults).toEqual([]);
  },
);

it("offers every quarter hour of every zone's change days exactly once", () => {
  const faults = changes.flatMap(({ clock, date }) => {
    const [first, end] = [addDays(date, -1), addDays(date, 2)];
    const from = clock.instantOf(first, "00:00").epoch_ms;
    const until = clock.instantOf(end, "00:00").epoch_ms;
    const hours: ScheduleHours = {
      time_zone: clock.zone,
      rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
      overrides: [],
      duration_minutes: 15,
      step_minutes: 15,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
    };
    const times = slotTimes(hours, first, addDays(end, -1));
    const isEven = times.every((time, index) => time.starts_at === from + index * (HOUR_MS / 4));
    return isEven && times.length === (until - from) / (HOUR_MS / 4)
      ? []
      : [`${clock.zone} around ${date}`];
  });
  expect(faults).toEqual([]);
});
