import { describe, expect, it } from "vitest";
import { freeTimes, slotTimes, type ScheduleHours } from "./slot-times";

const daily = [1, 2, 3, 4, 5, 6, 7];
const MINUTE_MS = 60_000;

interface TestService {
  start?: string;
  end?: string;
  duration?: number;
  step?: number | null;
  before?: number;
  after?: number;
}

function service(
  time_zone: string,
  { start = "00:00", end = "00:00", duration = 60, ...rest }: TestService,
): ScheduleHours {
  return {
    time_zone,
    rules: [{ days: daily, start, end }],
    overrides: [],
    duration_minutes: duration,
    step_minutes: rest.step ?? null,
    buffer_before_minutes: rest.before ?? 0,
    buffer_after_minutes: rest.after ?? 0,
  };
}

describe("slots", () => {
  const day = Date.parse("2024-01-01T00:00Z");
  const at = (time: string) =>
    day + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS;
  const starts = (hours: TestService) =>
    slotTimes(service("UTC", hours), "2024-01-01", "2024-01-01").map(({ starts_at }) =>
      new Date(starts_at).toISOString().slice(11, 16),
    );

  it("follow each other by the duration and both buffers when no step is given", () => {
    expect(starts({ start: "09:00", end: "12:00", duration: 30, before: 5, after: 10 })).toEqual([
      "09:00",
      "09:45",
      "10:30",
      "11:15",
    ]);
  });

  it("follow each other by the step, which may be shorter than the duration", () => {
    expect(starts({ start: "09:00", end: "10:30", duration: 60, step: 15 })).toEqual([
      "09:00",
      "09:15",
      "09:30",
    ]);
  });

  it("claim their buffers, which may reach outside the opening hours", () => {
    expect(
      slotTimes(
        service("UTC", { start: "09:00", end: "10:00", before: 15, after: 30, step: 60 }),
        "2024-01-01",
        "2024-01-01",
      ),
    ).toEqual([
      {
        date: "2024-01-01",
        starts_at: at("09:00"),
        ends_at: at("10:00"),
        occupies_from: at("08:45"),
        occupies_to: at("10:30"),
        open_until: at("10:00"),
      },
    ]);
  });

  it.each([
    ["just as long as the slot, one", "10:00", 1],
    ["a minute too short for it, none", "09:59", 0],
    ["a minute too short for two, one", "10:59", 1],
  ])("fit completely or not at all: open time %s", (_, end, count) => {
    expect(starts({ start: "09:00", end })).toHaveLength(count);
  });

  it("restart with each interval of a date", () => {
    const hours = service("UTC", { duration: 45 });
    const rules = [
      { days: daily, start: "14:00", end: "15:00" },
      { days: daily, start: "09:10", end: "10:50" },
    ];
    const times = slotTimes({ ...hours, rules }, "2024-01-01", "2024-01-01");
    expect(times.map(({ starts_at }) => starts_at)).toEqual([
      at("09:10"),
      at("09:55"),
      at("14:00"),
    ]);
  });

  it("after midnight have the date of their hours", () => {
    const times = slotTimes(
      service("UTC", { start: "23:00", end: "01:00" }),
      "2024-01-01",
      "2024-01-01",
    );
    expect(times.map(({ date, starts_at }) => [date, starts_at])).toEqual([
      ["2024-01-01", at("23:00")],
      ["2024-01-01", at("24:00")],
    ]);
  });

  it("start once where hours over midnight meet the next date's", () => {
    const hours = service("UTC", { start: "22:00", end: "03:00" });
    const rules = [...hours.rules, { days: daily, start: "01:30", end: "05:00" }];
    const times = slotTimes({ ...hours, rules }, "2024-01-01", "2024-01-02").map(
      ({ starts_at }) => starts_at,
    );
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times.filter((time) => time >= at("22:00") && time < at("29:00"))).toEqual(
      ["22:00", "23:00", "24:00", "25:00", "25:30", "26:30", "27:30"].map(at),
    );
  });

  it.each([
    ["step", { step: 0 }],
    ["step", { step: -15 }],
    ["duration", { duration: 0 }],
    ["duration", { duration: Number.NaN }],
  ])("refuse a %s that is not positive", (_, hours) =>
    expect(() => starts(hours)).toThrow(RangeError),
  );
});

describe("a whole day in quarter hours in Amsterdam", () => {
  it.each([
    ["24 hours long has 96", "2024-06-01", 96],
    ["on which an hour is skipped has 92", "2024-03-31", 92],
    ["on which an hour is repeated has 100", "2024-10-27", 100],
  ])("%s: %s", (_, date, count) => {
    const times = slotTimes(service("Europe/Amsterdam", { duration: 15 }), date, date);
    expect(times).toHaveLength(count);
    expect(new Set(times.map(({ starts_at }) => starts_at)).size).toBe(count);
  });
});

describe("free times", () => {
  const time = (from: number, to: number) => ({ occupies_from: from, occupies_to: to });
  const busy = (from: number, to: number) => ({ starts_at: from, ends_at: to });
  const times = [time(0, 10), time(10, 20), time(20, 30), time(30, 40)];

  it.each([
    ["are all without busy time", [], [0, 1, 2, 3]],
    ["include what busy time only touches", [busy(10, 20)], [0, 2, 3]],
    ["exclude what a moment of busy time meets", [busy(9, 11)], [2, 3]],
    ["exclude what lies inside a long busy time", [busy(-50, 25)], [3]],
    ["exclude what contains a short busy time", [busy(14, 15)], [0, 2, 3]],
    ["take busy times in any order", [busy(35, 36), busy(5, 6)], [1, 2]],
    ["see a long busy time behind a short one", [busy(0, 40), busy(1, 2)], []],
    ["ignore a busy time without length", [busy(5, 5), busy(15, 15)], [0, 1, 2, 3]],
    [
      "see busy times before and after all of them as no obstacle",
      [busy(-9, 0), busy(40, 99)],
      [0, 1, 2, 3],
    ],
  ])("%s", (_, taken, expected) =>
    expect(freeTimes(times, taken)).toEqual(expected.map((index) => times[index])),
  );

  it("count the buffers of slots that overlap each other", () => {
    const hours = service("UTC", {
      start: "09:00",
      end: "11:00",
      duration: 30,
      step: 15,
      before: 10,
      after: 5,
    });
    const slots = slotTimes(hours, "2024-01-01", "2024-01-01");
    const nineThirty = Date.parse("2024-01-01T09:30Z");
    // Busy from 09:30 to 09:45: 09:00 would occupy the room until 09:35, 09:45 needs it from 09:35,
    // 10:00 from 09:50.
    const free = freeTimes(slots, [busy(nineThirty, nineThirty + 15 * MINUTE_MS)]);
    expect(free.map(({ starts_at }) => (starts_at - nineThirty) / MINUTE_MS)).toEqual([30, 45, 60]);
  });

  it("do not modify their input", () => {
    const taken = Object.freeze([
      Object.freeze(busy(35, 36)),
      Object.freeze(busy(5, 6)),
      Object.freeze(busy(5, 9)),
    ]);
    expect(freeTimes(Object.freeze(times), taken)).toEqual([times[1], times[2]]);
  });
});

describe("adjacent hours of several dates are one stretch", () => {
  const wall = (zone: string) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const starts = (hours: Partial<ScheduleHours>, from: string, to = from) => {
    const setUpService = { ...service("UTC", { duration: 120, step: 60 }), ...hours };
    return slotTimes(setUpService, from, to).map(({ date, starts_at }) =>
      [date.slice(5), wall(setUpService.time_zone).format(starts_at).slice(5)].join(" at "),
    );
  };
  const last = (hours: Partial<ScheduleHours>, date = "2024-01-01") => starts(hours, date).at(-1);

  it("around the clock, two hours can start at 23:00", () => {
    expect(last({})).toBe("01-01 at 01-01 23:00");
    expect(starts({}, "2024-01-01")).toHaveLength(24);
  });

  it("limited by the next date: closed, other hours, the last valid date", () => {
    expect(last({ overrides: [{ date: "2024-01-02", closed: true }] })).toBe(
      "01-01 at 01-01 22:00",
    );
    expect(
      last({ overrides: [{ date: "2024-01-02", intervals: [{ start: "00:30", end: "09:00" }] }] }),
    ).toBe("01-01 at 01-01 22:00");
    expect(
      last({ overrides: [{ date: "2024-01-02", intervals: [{ start: "00:00", end: "00:30" }] }] }),
    ).toBe("01-01 at 01-01 22:00");
    expect(
      last({ overrides: [{ date: "2024-01-02", intervals: [{ start: "00:00", end: "01:00" }] }] }),
    ).toBe("01-01 at 01-01 23:00");
    expect(last({ valid_to: "2024-01-01" })).toBe("01-01 at 01-01 22:00");
    expect(starts({ valid_from: "2024-01-02" }, "2024-01-01")).toEqual([]);
  });

  it("a night that runs into the next date loses no start, and each date starts at its own time", () => {
    const rules = [
      { days: [6], start: "22:00", end: "06:00" }, // Saturday, 2024-01-06
      { days: [7], start: "01:30", end: "05:00" },
    ];
    expect(starts({ rules, duration_minutes: 60 }, "2024-01-06", "2024-01-07")).toEqual([
      "01-06 at 01-06 22:00",
      "01-06 at 01-06 23:00",
      "01-06 at 01-07 00:00",
      "01-06 at 01-07 01:00",
      "01-07 at 01-07 01:30",
      "01-07 at 01-07 02:30",
      "01-07 at 01-07 03:30",
      "01-07 at 01-07 04:30",
    ]);
  });

  it("across clock changes, and for a whole day", () => {
    const berlin = { time_zone: "Europe/Berlin" };
    expect(starts(berlin, "2024-03-31")).toHaveLength(23);
    expect(starts(berlin, "2024-10-27")).toHaveLength(25);
    expect(last(berlin, "2024-10-26")).toBe("10-26 at 10-26 23:00");
    expect(starts({ ...berlin, duration_minutes: 1440 }, "2024-10-26", "2024-10-27")).toHaveLength(
      49,
    );
  });
});
