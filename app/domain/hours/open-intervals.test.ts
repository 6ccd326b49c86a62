import { describe, expect, it } from "vitest";
import { openIntervals, type OpeningHours } from "./open-intervals";

const daily = [1, 2, 3, 4, 5, 6, 7];

// 2024-01-01 is a Monday.
function opening(hours: Partial<OpeningHours>, from: string, to = from): string[] {
  return openIntervals({ time_zone: "UTC", rules: [], overrides: [], ...hours }, from, to).map(
    ({ date, start_ms, end_ms, source }) =>
      `${date} ${source}: ${minute(start_ms)} to ${minute(end_ms)}`,
  );
}

function minute(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(5, 16);
}

describe("rules", () => {
  const rules = [
    { days: [1, 2], start: "13:00", end: "17:00" },
    { days: [1, 7], start: "08:30", end: "12:00" },
  ];

  it("open their weekdays within the range", () => {
    expect(opening({ rules }, "2024-01-01", "2024-01-07")).toEqual([
      "2024-01-01 rule: 01-01T08:30 to 01-01T12:00",
      "2024-01-01 rule: 01-01T13:00 to 01-01T17:00",
      "2024-01-02 rule: 01-02T13:00 to 01-02T17:00",
      "2024-01-07 rule: 01-07T08:30 to 01-07T12:00",
    ]);
  });

  it("open nothing in an empty range", () => {
    expect(opening({ rules }, "2024-01-02", "2024-01-01")).toEqual([]);
  });

  it("apply from the first to the last valid date", () => {
    const rules = [{ days: daily, start: "09:00", end: "10:00" }];
    const hours = { rules, valid_from: "2024-01-02", valid_to: "2024-01-03" };
    expect(opening(hours, "2024-01-01", "2024-01-05")).toEqual([
      "2024-01-02 rule: 01-02T09:00 to 01-02T10:00",
      "2024-01-03 rule: 01-03T09:00 to 01-03T10:00",
    ]);
  });

  it.each([
    ["overlap", "11:00"],
    ["touch", "12:00"],
  ])("of one date that %s are one interval", (_, start) => {
    const rules = [
      { days: daily, start, end: "15:00" },
      { days: daily, start: "09:00", end: "12:00" },
      { days: daily, start: "10:00", end: "11:30" },
    ];
    expect(opening({ rules }, "2024-01-01")).toEqual([
      "2024-01-01 rule: 01-01T09:00 to 01-01T15:00",
    ]);
  });

  it("that are the same twice are one interval", () => {
    const rule = { days: daily, start: "09:00", end: "12:00" };
    expect(opening({ rules: [rule, rule] }, "2024-01-01")).toHaveLength(1);
  });
});

describe("overrides", () => {
  const rules = [{ days: daily, start: "09:00", end: "17:00" }];

  it("replace the rules of their date entirely", () => {
    const overrides = [{ date: "2024-01-01", intervals: [{ start: "20:00", end: "22:00" }] }];
    expect(opening({ rules, overrides }, "2024-01-01", "2024-01-02")).toEqual([
      "2024-01-01 override: 01-01T20:00 to 01-01T22:00",
      "2024-01-02 rule: 01-02T09:00 to 01-02T17:00",
    ]);
  });

  it("can open a date without rules", () => {
    const overrides = [{ date: "2024-01-01", intervals: [{ start: "09:00", end: "10:00" }] }];
    expect(opening({ overrides }, "2024-01-01")).toEqual([
      "2024-01-01 override: 01-01T09:00 to 01-01T10:00",
    ]);
  });

  it.each([
    ["closed", { date: "2024-01-01", closed: true as const }],
    ["without intervals", { date: "2024-01-01", intervals: [] }],
  ])("that are %s close their date", (_, override) => {
    expect(opening({ rules, overrides: [override] }, "2024-01-01")).toEqual([]);
  });

  it("the last override of a date counts", () => {
    const overrides = [
      { date: "2024-01-01", closed: true as const },
      { date: "2024-01-01", intervals: [{ start: "10:00", end: "11:00" }] },
    ];
    expect(opening({ rules, overrides }, "2024-01-01")).toEqual([
      "2024-01-01 override: 01-01T10:00 to 01-01T11:00",
    ]);
  });

  it("open nothing outside the valid dates", () => {
    const overrides = [{ date: "2024-01-01", intervals: [{ start: "10:00", end: "11:00" }] }];
    expect(opening({ overrides, valid_from: "2024-01-02" }, "2024-01-01")).toEqual([]);
  });

  it("do not affect the previous date's hours over midnight", () => {
    const rules = [{ days: daily, start: "22:00", end: "02:00" }];
    const overrides = [{ date: "2024-01-02", closed: true as const }];
    expect(opening({ rules, overrides }, "2024-01-01", "2024-01-03")).toEqual([
      "2024-01-01 rule: 01-01T22:00 to 01-02T02:00",
      "2024-01-03 rule: 01-03T22:00 to 01-04T02:00",
    ]);
  });
});

describe("hours over midnight", () => {
  const friday = { days: [5], start: "22:00", end: "04:00" }; // Friday, 2024-01-05

  it("belong to the date they start on", () => {
    expect(opening({ rules: [friday] }, "2024-01-05")).toEqual([
      "2024-01-05 rule: 01-05T22:00 to 01-06T04:00",
    ]);
    expect(opening({ rules: [friday] }, "2024-01-06")).toEqual([]);
  });

  it("that touch the next date's hours stay separate", () => {
    const rules = [{ days: daily, start: "00:00", end: "00:00" }];
    expect(opening({ rules }, "2024-01-01", "2024-01-02")).toEqual([
      "2024-01-01 rule: 01-01T00:00 to 01-02T00:00",
      "2024-01-02 rule: 01-02T00:00 to 01-03T00:00",
    ]);
  });

  it.each([
    ["inside", "02:00", "03:00", "01-06T04:00"],
    ["over the end of", "02:00", "08:00", "01-06T08:00"],
  ])("end where the next date opens %s them, which keeps the rest", (_, start, end, until) => {
    const hours = { rules: [friday, { days: [6], start, end }] };
    expect(opening(hours, "2024-01-05", "2024-01-06")).toEqual([
      "2024-01-05 rule: 01-05T22:00 to 01-06T02:00",
      `2024-01-06 rule: 01-06T02:00 to ${until}`,
    ]);
    // The same when only one of the two dates is requested.
    expect(opening(hours, "2024-01-05")).toEqual(["2024-01-05 rule: 01-05T22:00 to 01-06T02:00"]);
    expect(opening(hours, "2024-01-06")).toEqual([`2024-01-06 rule: 01-06T02:00 to ${until}`]);
  });

  it("join the next date's later hours when they reach them", () => {
    const rules = [
      friday,
      { days: [6], start: "02:00", end: "03:00" },
      { days: [6], start: "03:30", end: "06:00" },
    ];
    expect(opening({ rules }, "2024-01-06")).toEqual([
      "2024-01-06 rule: 01-06T02:00 to 01-06T06:00",
    ]);
  });

  it("around the clock reopen on each date at its own time", () => {
    const rules = [
      { days: daily, start: "10:00", end: "10:00" },
      { days: daily, start: "14:00", end: "14:00" },
    ];
    expect(opening({ rules }, "2024-01-01", "2024-01-02")).toEqual([
      "2024-01-01 rule: 01-01T10:00 to 01-02T10:00",
      "2024-01-02 rule: 01-02T10:00 to 01-03T10:00",
    ]);
  });
});

describe("clock changes", () => {
  it("lengthen or shorten hours", () => {
    const hours = {
      time_zone: "Europe/Berlin",
      rules: [{ days: daily, start: "01:00", end: "05:00" }],
    };
    expect(opening(hours, "2024-03-31")).toEqual(["2024-03-31 rule: 03-31T00:00 to 03-31T03:00"]);
    expect(opening(hours, "2024-10-27")).toEqual(["2024-10-27 rule: 10-26T23:00 to 10-27T04:00"]);
  });

  // Berlin, 2024-03-31: 02:00 to 03:00 does not exist; 02:45 becomes 03:45, after 03:15.
  it.each([
    ["02:00", "03:00"],
    ["02:30", "03:30"],
    ["02:45", "03:15"],
  ])("drop hours that are empty after conversion: %s to %s", (start, end) => {
    expect(
      opening({ time_zone: "Europe/Berlin", rules: [{ days: daily, start, end }] }, "2024-03-31"),
    ).toEqual([]);
  });

  it("a skipped date has no hours, and neither do its neighbours get them", () => {
    const rules = [{ days: [5], start: "09:00", end: "12:00" }]; // 2011-12-30 would have been a Friday
    expect(opening({ time_zone: "Pacific/Apia", rules }, "2011-12-29", "2011-12-31")).toEqual([]);
  });

  it("hours over midnight continue across a skipped date", () => {
    const rules = [{ days: [4], start: "22:00", end: "04:00" }];
    // 29th 22:00-10:00 is 08:00Z; two hours later it is the 31st 00:00+14:00, which is open until
    // 04:00.
    expect(opening({ time_zone: "Pacific/Apia", rules }, "2011-12-29", "2011-12-31")).toEqual([
      "2011-12-29 rule: 12-30T08:00 to 12-30T14:00",
    ]);
  });

  it("hours pushed past midnight keep the next date's opening time", () => {
    // Nuuk, 2024-03-30: 22:59-02:00 is followed by the 31st 00:00-01:00, so 23:30 becomes 00:30 and
    // 23:45 becomes 00:45.
    const rules = [
      { days: [6], start: "12:00", end: "23:30" },
      { days: [6], start: "23:45", end: "01:00" },
      { days: [7], start: "00:00", end: "00:15" },
    ];
    expect(opening({ time_zone: "America/Nuuk", rules }, "2024-03-30", "2024-03-31")).toEqual([
      "2024-03-30 rule: 03-30T14:00 to 03-31T01:00",
      "2024-03-31 rule: 03-31T01:00 to 03-31T01:30",
      "2024-03-31 rule: 03-31T01:45 to 03-31T02:00",
    ]);
  });
});

describe("invalid hours", () => {
  it.each([
    ["a date", { rules: [] }, "2024-02-30"],
    ["a time", { rules: [{ days: daily, start: "09:00", end: "24:00" }] }, "2024-01-01"],
    ["a zone", { time_zone: "Europe/Atlantis" }, "2024-01-01"],
  ])("are refused for %s that does not exist", (_, hours, date) => {
    expect(() => opening(hours, date)).toThrow(RangeError);
  });
});
