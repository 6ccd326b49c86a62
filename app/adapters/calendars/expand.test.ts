import { describe, expect, test } from "vitest";
import { expandTask } from "~/testing/calendar-files";
import { expand, type ExpandTask } from "./expand";

const DAY_MS = 86_400_000;
const file = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${events.join("\r\n")}\r\nEND:VCALENDAR\r\n`;
const event = (...lines: string[]) =>
  ["BEGIN:VEVENT", "UID:u1", ...lines, "END:VEVENT"].join("\r\n");

const run = (data: string, given: Partial<ExpandTask> = {}) =>
  expand(expandTask(data, given)).events;
const spans = (data: string, given: Partial<ExpandTask> = {}) =>
  run(data, given).map(({ starts_at, ends_at }) => `${short(starts_at)}/${short(ends_at)}`);
const short = (at: number) => new Date(at).toISOString().slice(0, 16);
const single = (...lines: string[]) => spans(file(event(...lines)));

describe("single events", () => {
  test.each([
    [
      "in UTC",
      ["DTSTART:20270104T100000Z", "DTEND:20270104T113000Z"],
      "2027-01-04T10:00/2027-01-04T11:30",
    ],
    [
      "in a zone",
      [
        "DTSTART;TZID=America/New_York:20270104T100000",
        "DTEND;TZID=America/New_York:20270104T110000",
      ],
      "2027-01-04T15:00/2027-01-04T16:00",
    ],
    [
      "in a zone behind a prefix",
      ["DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20270104T100000", "DURATION:PT1H"],
      "2027-01-04T15:00/2027-01-04T16:00",
    ],
    [
      "in a zone by its Windows name",
      ["DTSTART;TZID=Eastern Standard Time:20270104T100000", "DURATION:PT1H"],
      "2027-01-04T15:00/2027-01-04T16:00",
    ],
    [
      "in a zone that nobody knows: the calendar's",
      ["DTSTART;TZID=Nowhere:20270104T100000", "DURATION:PT1H"],
      "2027-01-04T09:00/2027-01-04T10:00",
    ],
    [
      "floating: the calendar's zone",
      ["DTSTART:20270704T100000", "DURATION:PT1H"],
      "2027-07-04T08:00/2027-07-04T09:00",
    ],
    [
      "all day, its end exclusive",
      ["DTSTART;VALUE=DATE:20270104", "DTEND;VALUE=DATE:20270106"],
      "2027-01-03T23:00/2027-01-05T23:00",
    ],
    [
      "all day without an end",
      ["DTSTART;VALUE=DATE:20270104"],
      "2027-01-03T23:00/2027-01-04T23:00",
    ],
    [
      "all day with its own day as end",
      ["DTSTART;VALUE=DATE:20270104", "DTEND;VALUE=DATE:20270104"],
      "2027-01-03T23:00/2027-01-04T23:00",
    ],
    ["all day of 23 hours", ["DTSTART;VALUE=DATE:20270328"], "2027-03-27T23:00/2027-03-28T22:00"],
    [
      "a duration of a day over a change of the clocks: to the same time",
      ["DTSTART;TZID=Europe/Berlin:20270327T120000", "DURATION:P1D"],
      "2027-03-27T11:00/2027-03-28T10:00",
    ],
    [
      "a duration of 24 hours over it: 24 hours",
      ["DTSTART;TZID=Europe/Berlin:20270327T120000", "DURATION:PT24H"],
      "2027-03-27T11:00/2027-03-28T11:00",
    ],
    [
      "at a time that the clocks skip",
      ["DTSTART;TZID=Europe/Berlin:20270328T023000", "DURATION:PT1H"],
      "2027-03-28T01:30/2027-03-28T02:30",
    ],
    [
      "cut to the window",
      ["DTSTART:20261231T220000Z", "DTEND:20270101T030000Z"],
      "2027-01-01T00:00/2027-01-01T03:00",
    ],
  ])("%s", (_, lines, expected) => expect(single(...lines)).toEqual([expected]));

  test.each([
    ["without an end", ["DTSTART:20270104T100000Z"]],
    ["of no length", ["DTSTART:20270104T100000Z", "DTEND:20270104T100000Z"]],
    ["that ends before it begins", ["DTSTART:20270104T100000Z", "DTEND:20270104T090000Z"]],
    ["without a start", ["DTEND:20270104T090000Z"]],
    ["before the window", ["DTSTART:20261231T220000Z", "DTEND:20270101T000000Z"]],
    ["after it", ["DTSTART:20280201T000000Z", "DTEND:20280201T010000Z"]],
    ["of a year that no date holds", ["DTSTART:99990104T100000Z", "DURATION:PT1H"]],
    ["with a start that is no time", ["DTSTART:soon", "DURATION:PT1H"]],
  ])("%s takes no time", (_, lines) => expect(single(...lines)).toEqual([]));

  test("an unknown zone name uses the file's VTIMEZONE", () => {
    const zone =
      "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE";
    expect(spans(file(zone, event("DTSTART;TZID=Mine:20270104T100000", "DURATION:PT1H")))).toEqual([
      "2027-01-04T07:00/2027-01-04T08:00",
    ]);
  });

  test("folded lines, invalid lines and a byte order mark are tolerated", () => {
    const text = `\uFEFF${file(event("SUMMARY:Long", " er", "what is this", "DTSTART:20270104T100000Z", "DURATION:PT1H"))}`;
    expect(run(text)).toMatchObject([{ title: "Longer", external_id: "u1", instance: "" }]);
  });
  test.each([["FREQ=YEARLY;BYWEEKNO=54"], ["FREQ=SOMETIMES"], ["nothing"]])(
    "an invalid rule (%s) leaves the first occurrence and does not hide other events",
    (rule) => {
      const odd = event("DTSTART:20270104T100000Z", "DURATION:PT1H", `RRULE:${rule}`);
      const other = event("DTSTART:20270105T100000Z", "DURATION:PT1H");
      expect(spans(file(odd, other))).toEqual([
        "2027-01-04T10:00/2027-01-04T11:00",
        "2027-01-05T10:00/2027-01-05T11:00",
      ]);
    },
  );
  test("reads both calendars of one file", () => {
    const one = file(event("DTSTART:20270104T100000Z", "DURATION:PT1H"));
    expect(spans(one + one)).toHaveLength(2);
  });
});

describe("a series", () => {
  const weekly = [
    "DTSTART;TZID=Europe/Berlin:20270315T100000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=4",
  ];
  test("keeps its wall time across clock changes", () => {
    expect(single(...weekly).map((span) => span.slice(0, 16))).toEqual([
      "2027-03-15T09:00",
      "2027-03-22T09:00",
      "2027-03-29T08:00",
      "2027-04-05T08:00",
    ]);
  });
  test("that started years ago reaches the window", () => {
    expect(
      spans(file(event("DTSTART:20050103T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY")), {
        from: Date.parse("2027-01-04T00:00:00Z"),
        to: Date.parse("2027-01-06T00:00:00Z"),
      }),
    ).toEqual(["2027-01-04T10:00/2027-01-04T11:00", "2027-01-05T10:00/2027-01-05T11:00"]);
  });
  test("each occurrence has a stable instance id", () => {
    const moved = event(
      "RECURRENCE-ID;TZID=Europe/Berlin:20270322T100000",
      "DTSTART;TZID=Europe/Berlin:20270323T150000",
      "DURATION:PT2H",
    );
    const read = run(file(event(...weekly), moved));
    expect(read.map(({ instance, starts_at }) => [instance, short(starts_at)])).toEqual([
      ["2027-03-22T09:00:00.000Z", "2027-03-23T14:00"],
      ["2027-03-15T09:00:00.000Z", "2027-03-15T09:00"],
      ["2027-03-29T08:00:00.000Z", "2027-03-29T08:00"],
      ["2027-04-05T08:00:00.000Z", "2027-04-05T08:00"],
    ]);
  });
  test("an occurrence moved into the window counts, one moved out does not", () => {
    const into = event(
      "RECURRENCE-ID:20270315T090000Z",
      "DTSTART:20270402T090000Z",
      "DURATION:PT1H",
    );
    const out = event(
      "RECURRENCE-ID:20270405T080000Z",
      "DTSTART:20270502T090000Z",
      "DURATION:PT1H",
    );
    const window = {
      from: Date.parse("2027-04-01T00:00:00Z"),
      to: Date.parse("2027-04-30T00:00:00Z"),
    };
    expect(spans(file(event(...weekly), into, out), window)).toEqual([
      "2027-04-02T09:00/2027-04-02T10:00",
    ]);
  });
  test("an occurrence and all following ones can be changed", () => {
    const later = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270329T100000",
      "DTSTART;TZID=Europe/Berlin:20270329T120000",
      "DURATION:PT30M",
    );
    expect(spans(file(event(...weekly), later)).sort()).toEqual([
      "2027-03-15T09:00/2027-03-15T10:00",
      "2027-03-22T09:00/2027-03-22T10:00",
      "2027-03-29T10:00/2027-03-29T10:30",
      "2027-04-05T10:00/2027-04-05T10:30",
    ]);
  });
  test.each([
    ["in its zone", "EXDATE;TZID=Europe/Berlin:20270322T100000"],
    ["in UTC", "EXDATE:20270322T090000Z"],
    ["several in one line", "EXDATE:20270322T090000Z,20280101T000000Z"],
    ["as a day", "EXDATE;VALUE=DATE:20270322"],
  ])("an exception %s removes an occurrence that COUNT still counts", (_, line) => {
    expect(single(...weekly, line).map((span) => span.slice(0, 10))).toEqual([
      "2027-03-15",
      "2027-03-29",
      "2027-04-05",
    ]);
  });
  test("RDATEs are added once, with their own length if given", () => {
    expect(
      single(
        ...weekly,
        "RDATE:20270318T090000Z,20270322T090000Z",
        "RDATE;VALUE=PERIOD:20270319T090000Z/PT3H",
      ).sort(),
    ).toEqual([
      "2027-03-15T09:00/2027-03-15T10:00",
      "2027-03-18T09:00/2027-03-18T10:00",
      "2027-03-19T09:00/2027-03-19T12:00",
      "2027-03-22T09:00/2027-03-22T10:00",
      "2027-03-29T08:00/2027-03-29T09:00",
      "2027-04-05T08:00/2027-04-05T09:00",
    ]);
  });
  test.each([
    ["in UTC, the very occurrence", "UNTIL=20270329T080000Z", 3],
    ["in UTC, a second before it", "UNTIL=20270329T075959Z", 2],
    ["as a date: all of that day", "UNTIL=20270329", 3],
    ["by its own clock", "UNTIL=20270329T100000", 3],
  ])("ends %s", (_, until, count) => {
    expect(single(...weekly.slice(0, 2), `RRULE:FREQ=WEEKLY;${until}`)).toHaveLength(count);
  });
  test("of whole days ends by UNTIL date in the calendar's zone", () => {
    expect(
      single(
        "DTSTART;VALUE=DATE:20270327",
        "RRULE:FREQ=DAILY;UNTIL=20270329",
        "EXDATE;VALUE=DATE:20270328",
      ),
    ).toEqual(["2027-03-26T23:00/2027-03-27T23:00", "2027-03-28T22:00/2027-03-29T22:00"]);
  });
  test("the start counts even if the rule does not match it", () => {
    expect(
      single(
        "DTSTART:20270104T100000Z",
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270107T000000Z",
      ),
    ).toEqual(["2027-01-04T10:00/2027-01-04T11:00", "2027-01-06T10:00/2027-01-06T11:00"]);
  });
  test("a replaced occurrence without its series counts", () => {
    expect(
      run(
        file(event("RECURRENCE-ID:20270322T090000Z", "DTSTART:20270322T090000Z", "DURATION:PT1H")),
      ),
    ).toMatchObject([{ instance: "2027-03-22T09:00:00.000Z" }]);
  });
  test("with a cancelled occurrence leaves it free", () => {
    const off = event(
      "RECURRENCE-ID:20270322T090000Z",
      "DTSTART:20270322T090000Z",
      "DURATION:PT1H",
      "STATUS:CANCELLED",
    );
    expect(run(file(event(...weekly), off)).map(({ is_busy }) => is_busy)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("the bounds", () => {
  const bomb = (rule: string, start = "20270104T100000Z") =>
    file(event(`DTSTART:${start}`, "DURATION:PT1H", `RRULE:${rule}`));
  const other = "BEGIN:VEVENT\r\nUID:u2\r\nDTSTART:20270105T100000Z\r\nDURATION:PT1H\r\nEND:VEVENT";
  const read = (data: string) => expand(expandTask(data));

  test("COUNT=1000000000 costs only the window", () => {
    expect(run(bomb("FREQ=DAILY;COUNT=1000000000"))).toHaveLength(393);
  });
  const all = (most: number) => Array.from({ length: most }, (_, index) => index).join(",");
  test.each([
    ["each second", "FREQ=SECONDLY", "20270104T100000Z"],
    ["each second since 1970", "FREQ=SECONDLY", "19700101T000000Z"],
    ["each minute", "FREQ=MINUTELY", "20270104T100000Z"],
    [
      "each second of each day",
      `FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`,
      "20270104T100000Z",
    ],
    ["each minute, a thousand million times", "FREQ=MINUTELY;COUNT=1000000000", "20270104T100000Z"],
  ])(
    "%s: the first occurrences count, with a report, without hiding other events",
    (_, rule, start) => {
      const { events, problems } = read(
        file(event(`DTSTART:${start}`, "DURATION:PT1M", `RRULE:${rule}`), other),
      );
      const own = events.filter(({ external_id }) => external_id === "u1");
      expect(own.length).toBe(10_000);
      expect(events.length - own.length).toBe(1);
      expect(problems).toEqual([{ reason: "too_many", count: 1 }]);
      const begin = Math.max(Date.parse("2027-01-01T00:00:00Z"), own[0]?.starts_at ?? 0);
      expect(own[0]?.starts_at).toBe(begin);
    },
  );
  test.each([
    ["never", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"],
    ["each second of no day", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"],
    ["never in years", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
    [
      "each second of a day that no month has, a thousand million times",
      "FREQ=SECONDLY;BYMONTHDAY=-31;BYMONTH=2;COUNT=1000000000",
    ],
  ])("%s: its start and the other event count", (_, rule) => {
    expect(
      read(file(event("DTSTART:20270104T100000Z", "DURATION:PT1H", `RRULE:${rule}`), other)).events,
    ).toHaveLength(2);
  });
  test("above the overall limit the nearest occurrences count", () => {
    const many = Array.from(
      { length: 60 },
      (_, index) =>
        `BEGIN:VEVENT\r\nUID:m${index}\r\nDTSTART:20270104T100000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;BYHOUR=9,15\r\nEND:VEVENT`,
    );
    const { events, problems } = read(file(...many, other));
    expect(events).toHaveLength(20_000);
    const last = events.reduce((latest, { starts_at }) => Math.max(latest, starts_at), 0);
    // 60 events twice a day reach 20,000 after about 166 days.
    expect(short(last).slice(0, 7)).toBe("2027-06");
    expect(events.some(({ external_id }) => external_id === "u2")).toBe(true);
    expect(problems).toEqual([{ reason: "too_many", count: 60 }]);
  });
  test("free events do not count towards the limit", () => {
    const free = Array.from(
      { length: 60 },
      (_, index) =>
        `BEGIN:VEVENT\r\nUID:f${index}\r\nDTSTART:20270104T100000Z\r\nDURATION:PT1H\r\nTRANSP:TRANSPARENT\r\nRRULE:FREQ=HOURLY\r\nEND:VEVENT`,
    );
    const { events, problems } = read(file(...free, other));
    expect(events.filter(({ is_busy }) => is_busy)).toHaveLength(1);
    expect(new Set(events.map(({ external_id }) => external_id)).size).toBe(61);
    expect(problems).toEqual([]);
  });
  test.each([
    ["YEARLY", "BYDAY=MO,TU,WE,TH,FR,SA,SU"],
    ["MONTHLY", "BYDAY=MO,TU,WE,TH,FR,SA,SU"],
    ["DAILY", "BYMONTH=1,2,3,4,5,6"],
  ])("dense BYSETPOS rules (%s) do not hide other events", (freq, days) => {
    const rule = `FREQ=${freq};${days};BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)};BYSETPOS=-1`;
    const { events } = read(
      file(event("DTSTART:19700101T100000Z", "DURATION:PT1H", `RRULE:${rule}`), other),
    );
    expect(events.some(({ external_id }) => external_id === "u2")).toBe(true);
  });
  test("a hundred thousand RDATEs count up to the limit", () => {
    const dates = Array.from({ length: 100_000 }, (_, index) =>
      new Date(Date.UTC(2027, 0, 4, 10) + index * 60_000).toISOString().replace(/[-:]|\.000/g, ""),
    );
    const { events, problems } = read(
      file(event("DTSTART:20270104T100000Z", "DURATION:PT1H", `RDATE:${dates.join(",")}`), other),
    );
    expect([events.length, problems]).toEqual([10_001, [{ reason: "too_many", count: 1 }]]);
  });
  test("a hundred thousand EXDATEs are all applied", () => {
    const dates = Array.from(
      { length: 100_000 },
      (_, index) =>
        `EXDATE:${new Date(Date.UTC(2027, 0, 4, 10) + index * DAY_MS).toISOString().replace(/[-:]|\.000/g, "")}`,
    );
    expect(
      run(file(event("DTSTART:20270104T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY", ...dates))),
    ).toEqual([]);
  });
});

test("reads 2,500 events of a year, each once", () => {
  const many = Array.from({ length: 2500 }, (_, index) => {
    const at = new Date(Date.parse("2027-01-01T00:00:00Z") + (index % 390) * DAY_MS).toISOString();
    return `BEGIN:VEVENT\r\nUID:e${index}\r\nDTSTART:${at.slice(0, 10).replaceAll("-", "")}T100000Z\r\nDURATION:PT1H\r\nEND:VEVENT`;
  });
  expect(new Set(run(file(...many)).map(({ external_id }) => external_id)).size).toBe(2500);
});
