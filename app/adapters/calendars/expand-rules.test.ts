import { describe, expect, test } from "vitest";
import { expandTask } from "~/testing/calendar-files";
import { plainRepetitions, plainRule } from "~/testing/plain-recurrence";
import given from "~/testing/calendar-cases.json";
import { expand } from "./expand";

const HOUR_MS = 3_600_000;
const short = (at: number) => new Date(at).toISOString().replace(/:00\.000Z$/, "Z");

describe("real-world files", () => {
  test.each(given.map((each) => [each.name, each] as const))("%s", (_, each) => {
    const { events, problems } = expand(
      expandTask(each.ics, {
        from: Date.parse(each.from),
        to: Date.parse(each.to),
        time_zone: each.calendar_zone,
      }),
    );
    const busy = events
      .filter(({ is_busy }) => is_busy)
      .map(({ starts_at, ends_at }) => [short(starts_at), short(ends_at)])
      .sort();
    expect([busy.length, busy.slice(0, 8), problems]).toEqual([each.count, each.first_busy, []]);
  });
});

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "America/Santiago",
  "Asia/Kolkata",
];

/** Rules with a start that matches them. */
const RULES: [rule: string, start: string][] = [
  ["FREQ=DAILY", "2026-11-30T09:00"],
  ["FREQ=DAILY;INTERVAL=3", "2020-02-29T09:00"],
  ["FREQ=DAILY;COUNT=400", "2026-06-01T09:00"],
  ["FREQ=DAILY;COUNT=500", "2026-03-01T02:30"],
  ["FREQ=DAILY", "2026-02-01T02:30"],
  ["FREQ=DAILY;COUNT=300", "2026-09-01T00:15"],
  ["FREQ=DAILY;UNTIL=20270401T070000Z", "2026-11-30T09:00"],
  ["FREQ=DAILY;BYMONTH=1,4", "2026-01-01T09:00"],
  ["FREQ=DAILY;BYMONTHDAY=-1,15", "2026-11-15T09:00"],
  ["FREQ=DAILY;BYDAY=MO,WE", "2026-11-30T09:00"],
  ["FREQ=DAILY;BYHOUR=2,9,14;BYMINUTE=0,30", "2026-11-30T09:00"],
  ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29T09:00"],
  ["FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=-1", "2026-11-30T18:00"],
  ["FREQ=WEEKLY", "2016-01-04T09:00"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2016-01-04T09:00"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU", "2026-11-29T09:00"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO", "2026-11-29T09:00"],
  ["FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,TH;COUNT=30", "2026-10-06T09:00"],
  ["FREQ=WEEKLY;BYDAY=SU;COUNT=60", "2026-09-27T02:30"],
  ["FREQ=WEEKLY;BYDAY=SU;BYHOUR=0,1,2,3", "2026-10-04T00:00"],
  ["FREQ=WEEKLY;BYMONTH=3,10;BYDAY=SU", "2026-03-01T02:00"],
  ["FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", "2026-12-02T09:00"],
  ["FREQ=MONTHLY", "2026-01-31T09:00"],
  ["FREQ=MONTHLY;COUNT=12", "2026-01-31T09:00"],
  ["FREQ=MONTHLY;INTERVAL=2", "2025-12-30T09:00"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30T09:00"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,-3,31", "2026-12-01T09:00"],
  ["FREQ=MONTHLY;BYDAY=2TU", "2026-12-08T09:00"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27T09:00"],
  ["FREQ=MONTHLY;BYDAY=5MO", "2026-11-30T09:00"],
  ["FREQ=MONTHLY;BYDAY=-1SU", "2026-10-25T02:30"],
  ["FREQ=MONTHLY;BYDAY=1SU;COUNT=14", "2026-09-06T02:15"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30T09:00"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-2", "2026-12-01T09:00"],
  ["FREQ=MONTHLY;BYDAY=SU;BYSETPOS=-1", "2026-09-27T02:30"],
  ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-11-13T09:00"],
  ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=28,29,30", "2026-02-28T09:00"],
  ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31,28", "2026-02-28T09:00"],
  ["FREQ=YEARLY", "2024-02-29T09:00"],
  ["FREQ=YEARLY", "2020-12-24T18:00"],
  ["FREQ=YEARLY;INTERVAL=4", "2023-05-01T09:00"],
  ["FREQ=YEARLY;BYMONTH=3,9", "2026-03-31T09:00"],
  ["FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=-1", "2026-06-30T09:00"],
  ["FREQ=YEARLY;BYMONTHDAY=31", "2026-01-31T09:00"],
  ["FREQ=YEARLY;BYYEARDAY=1,100,-1", "2026-01-01T09:00"],
  ["FREQ=YEARLY;BYYEARDAY=366", "2024-12-31T09:00"],
  ["FREQ=YEARLY;BYDAY=20MO", "2026-05-18T09:00"],
  ["FREQ=YEARLY;BYDAY=-1FR,1MO", "2026-01-05T09:00"],
  ["FREQ=YEARLY;BYDAY=TU", "2026-11-24T09:00"],
  ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "2025-11-27T09:00"],
  ["FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "2026-03-29T09:00"],
  ["FREQ=YEARLY;BYMONTH=1,4,7,10;BYDAY=MO,TU;BYSETPOS=-2", "2026-10-26T09:00"],
  ["FREQ=YEARLY;BYDAY=MO;BYSETPOS=3,-1", "2026-01-19T09:00"],
  ["FREQ=YEARLY;BYWEEKNO=20", "2026-05-12T09:00"],
  ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "2026-05-11T09:00"],
  ["FREQ=YEARLY;BYWEEKNO=10,40;BYDAY=TU,SA", "2026-03-03T09:00"],
  ["FREQ=YEARLY;BYWEEKNO=53;BYDAY=WE", "2026-12-30T09:00"],
  ["FREQ=YEARLY;BYWEEKNO=-1;BYDAY=WE", "2026-12-30T09:00"],
  ["FREQ=YEARLY;BYWEEKNO=1;BYDAY=FR;WKST=SU", "2026-01-09T09:00"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29T09:00"],
  ["FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=TU", "2026-11-03T09:00"],
  ["FREQ=HOURLY;INTERVAL=5", "2026-11-30T09:00"],
  ["FREQ=HOURLY;INTERVAL=6;COUNT=900", "2026-11-30T09:00"],
  ["FREQ=HOURLY;BYHOUR=9,10,11;BYDAY=MO", "2026-11-30T09:00"],
  ["FREQ=HOURLY;INTERVAL=2;BYHOUR=9,11;COUNT=200", "2026-11-30T09:00"],
  ["FREQ=MINUTELY;INTERVAL=90", "2026-11-30T09:00"],
  ["FREQ=MINUTELY;INTERVAL=30;BYHOUR=9;BYDAY=TU", "2026-12-01T09:00"],
];

describe("rules compared with a day-by-day expansion", () => {
  const cases = RULES.flatMap(([rule, start]) => ZONES.map((zone) => [rule, start, zone] as const));
  test("are more than 150", () => expect(cases.length).toBeGreaterThan(150));
  test.each(cases)("%s from %s in %s", (rule, start, zone) => {
    const from = Date.parse("2026-11-27T00:00:00Z");
    const to = Date.parse("2027-12-30T00:00:00Z");
    const data = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:series",
      `DTSTART;TZID=${zone}:${start.replace(/[-:]/g, "")}00`,
      "DURATION:PT1H",
      `RRULE:${rule}`,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    const { events, problems } = expand(expandTask(data, { from, to }));
    const expected = plainRepetitions(plainRule(rule), start, zone, to)
      .filter((instant) => instant + HOUR_MS > from && instant < to)
      .map((instant) => short(Math.max(instant, from)));
    expect([events.map(({ starts_at }) => short(starts_at)), problems]).toEqual([expected, []]);
  });
});
