import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, isoWeekday, wallTimeToInstant } from "~/lib/time";
import {
  openIntervals,
  type HoursOverride,
  type OpenInterval,
  type OpeningHours,
} from "../hours/open-intervals";
import { freeTimes, slotTimes } from "./slot-times";

// Ten days around each clock change, and around the date that Apia skipped.
const places = [
  { zone: "Europe/Berlin", from: "2024-03-26" },
  { zone: "Europe/Berlin", from: "2024-10-22" },
  { zone: "America/Sao_Paulo", from: "2018-10-30" },
  { zone: "America/Nuuk", from: "2024-03-26" },
  { zone: "Australia/Lord_Howe", from: "2024-04-02" },
  { zone: "Antarctica/Troll", from: "2024-10-22" },
  { zone: "Pacific/Apia", from: "2011-12-26" },
];
const DAYS = 10;
const SKIPPED = "Pacific/Apia 2011-12-30";

const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => new Date(quarter * 900_000).toISOString().slice(11, 16));
const interval = fc.record({ start: time, end: time });
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
const rules = fc.array(
  fc.record({ days: weekdays, hours: interval }).map(({ days, hours }) => ({ days, ...hours })),
  { maxLength: 5 },
);

const situation = fc.constantFrom(...places).chain(({ zone, from }) => {
  const date = fc.integer({ min: 0, max: DAYS - 1 }).map((day) => addDays(from, day));
  const override: fc.Arbitrary<HoursOverride> = fc.oneof(
    fc.record({ date, closed: fc.constant(true as const) }),
    fc.record({ date, intervals: fc.array(interval, { maxLength: 3 }) }),
  );
  const overrides = fc.uniqueArray(override, { maxLength: 4, selector: (entry) => entry.date });
  return fc.record({
    hours: fc.record({ time_zone: fc.constant(zone), rules, overrides }),
    dates: fc.constant(Array.from({ length: DAYS }, (_, day) => addDays(from, day))),
  });
});

const settings = { seed: 20261120, numRuns: 300 };

/** Every written interval converted separately; they may overlap. */
function writtenIntervals(
  hours: OpeningHours,
  dates: string[],
): { date: string; start_ms: number; end_ms: number }[] {
  return dates
    .filter((date) => `${hours.time_zone} ${date}` !== SKIPPED)
    .flatMap((date) => {
      const override = hours.overrides.find((entry) => entry.date === date);
      const ofRules = hours.rules.filter((rule) => rule.days.includes(isoWeekday(date)));
      const written = override ? ("intervals" in override ? override.intervals : []) : ofRules;
      return written.map(({ start, end }) => ({
        date,
        start_ms: wallTimeToInstant(date, start, hours.time_zone),
        end_ms: wallTimeToInstant(end <= start ? addDays(date, 1) : date, end, hours.time_zone),
      }));
    })
    .filter(({ start_ms, end_ms }) => start_ms < end_ms);
}

/** The quarter hours covered; all bounds are on quarter hours. */
function quarters(intervals: { start_ms: number; end_ms: number }[]): Set<number> {
  const covered = new Set<number>();
  for (const { start_ms, end_ms } of intervals) {
    for (let at = start_ms; at < end_ms; at += 900_000) covered.add(at);
  }
  return covered;
}

function isAscendingWithoutOverlap(intervals: OpenInterval[]): boolean {
  return intervals.every(({ start_ms, end_ms, date }, index) => {
    const previous = intervals[index - 1];
    return (
      start_ms < end_ms && (!previous || (previous.end_ms <= start_ms && previous.date <= date))
    );
  });
}

it("random hours: open time is exact, each moment once", () => {
  fc.assert(
    fc.property(situation, ({ hours, dates }) => {
      const bounded = { ...hours, valid_from: dates[0]!, valid_to: dates.at(-1)! };
      const open = openIntervals(bounded, addDays(dates[0]!, -3), addDays(dates.at(-1)!, 3));
      expect(isAscendingWithoutOverlap(open)).toBe(true);
      const expected = [...quarters(writtenIntervals(hours, dates))].sort((a, b) => a - b);
      expect([...quarters(open)]).toEqual(expected);
    }),
    settings,
  );
});

it("random hours: every date opens at its own time", () => {
  fc.assert(
    fc.property(situation, ({ hours, dates }) => {
      const open = openIntervals(hours, dates[0]!, dates.at(-1)!);
      for (const date of dates) {
        const written = writtenIntervals(hours, [date]).map(({ start_ms }) => start_ms);
        const first = open.find((entry) => entry.date === date);
        expect(first?.start_ms).toBe(written.length > 0 ? Math.min(...written) : undefined);
      }
    }),
    settings,
  );
});

it("random hours: a date's open time does not depend on the requested range", () => {
  fc.assert(
    fc.property(situation, ({ hours, dates }) => {
      expect(dates.flatMap((date) => openIntervals(hours, date, date))).toEqual(
        openIntervals(hours, dates[0]!, dates.at(-1)!),
      );
    }),
    settings,
  );
});

it("random services: no slot starts twice, and free slots avoid busy times", () => {
  const minutes = (min: number, max: number) =>
    fc.integer({ min: min / 5, max: max / 5 }).map((fives) => fives * 5);
  const busyTime = fc.record({ after: minutes(-120, DAYS * 1440), length: minutes(0, 600) });
  const service = fc.record({
    duration_minutes: minutes(5, 300),
    step_minutes: fc.option(minutes(5, 120)),
    buffer_before_minutes: minutes(0, 60),
    buffer_after_minutes: minutes(0, 60),
  });
  fc.assert(
    fc.property(
      situation,
      service,
      fc.array(busyTime, { maxLength: 40 }),
      ({ hours, dates }, cut, taken) => {
        const times = slotTimes({ ...hours, ...cut }, dates[0]!, dates.at(-1)!);
        const starts = times.map(({ starts_at }) => starts_at);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
        const begin = wallTimeToInstant(dates[0]!, "12:00", hours.time_zone);
        const busy = taken.map(({ after, length }) => {
          const starts_at = begin + after * 60_000;
          return { starts_at, ends_at: starts_at + length * 60_000 };
        });
        const isTaken = ({ occupies_from, occupies_to }: (typeof times)[number]) =>
          busy.some(
            ({ starts_at, ends_at }) =>
              starts_at < ends_at && starts_at < occupies_to && ends_at > occupies_from,
          );
        expect(freeTimes(times, busy)).toEqual(times.filter((slot) => !isTaken(slot)));
      },
    ),
    settings,
  );
});

it("random hours: a start is offered if its whole duration is open", () => {
  const quarterHours = (min: number, max: number) =>
    fc.integer({ min, max }).map((count) => count * 15);
  const cut = fc.record({
    duration_minutes: quarterHours(1, 40),
    step_minutes: quarterHours(1, 12),
  });
  fc.assert(
    fc.property(situation, cut, ({ hours, dates }, { duration_minutes, step_minutes }) => {
      const bounded = { ...hours, valid_from: dates[0]!, valid_to: dates.at(-1)! };
      const isOpen = quarters(writtenIntervals(hours, dates));
      const expected = openIntervals(bounded, dates[0]!, dates.at(-1)!).flatMap(
        ({ start_ms, end_ms }) => {
          const starts: number[] = [];
          for (let at = start_ms; at < end_ms; at += step_minutes * 60_000) starts.push(at);
          return starts.filter((at) =>
            Array.from({ length: duration_minutes / 15 }, (_, part) => at + part * 900_000).every(
              (part) => isOpen.has(part),
            ),
          );
        },
      );
      const service = {
        ...bounded,
        duration_minutes,
        step_minutes,
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
      };
      expect(
        slotTimes(service, dates[0]!, dates.at(-1)!).map(({ starts_at }) => starts_at),
      ).toEqual(expected);
    }),
    settings,
  );
});
