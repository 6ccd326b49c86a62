import { describe, expect, test } from "vitest";
import { expandTask } from "~/testing/calendar-files";
import { expand } from "./expand";

const file = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join("\r\n")}\r\nEND:VCALENDAR\r\n`;
const event = (...lines: string[]) =>
  ["BEGIN:VEVENT", "UID:u1", ...lines, "END:VEVENT"].join("\r\n");
const short = (at: number) => new Date(at).toISOString().slice(0, 16);
const read = (data: string) => {
  const { events, problems } = expand(expandTask(data));
  const spans = events.map(({ starts_at, ends_at }) => `${short(starts_at)}/${short(ends_at)}`);
  return { spans: spans.sort(), problems };
};
const whole = (spans: string[]) => ({ spans, problems: [] });

describe("non-standard time formats", () => {
  test.each([
    ["a date alone", ["DTSTART:20270104", "DTEND:20270105"], "2027-01-03T23:00/2027-01-04T23:00"],
    [
      "a date that says it has a time",
      ["DTSTART;VALUE=DATE-TIME:20270104", "DTEND;VALUE=DATE-TIME:20270105"],
      "2027-01-03T23:00/2027-01-04T23:00",
    ],
    [
      "a midnight that says it is a date",
      ["DTSTART;VALUE=DATE:20270104T000000", "DTEND;VALUE=DATE:20270105T000000"],
      "2027-01-03T23:00/2027-01-04T23:00",
    ],
    [
      "a date with dashes",
      ["DTSTART;VALUE=DATE:2027-01-04", "DTEND;VALUE=DATE:2027-01-05"],
      "2027-01-03T23:00/2027-01-04T23:00",
    ],
    [
      "a time with dashes and colons in a zone",
      [
        "DTSTART;TZID=Europe/London:2027-01-04T10:00:00",
        "DTEND;TZID=Europe/London:2027-01-04 11:00",
      ],
      "2027-01-04T10:00/2027-01-04T11:00",
    ],
    [
      "a time with an offset and fractions",
      ["DTSTART:2027-01-04T10:00:00.000+02:00", "DTEND:2027-01-04T11:00:00-0100"],
      "2027-01-04T08:00/2027-01-04T12:00",
    ],
    [
      "no seconds",
      ["DTSTART:20270104T1000Z", "DTEND:20270104T1100Z"],
      "2027-01-04T10:00/2027-01-04T11:00",
    ],
    [
      "24:00",
      ["DTSTART:20270104T230000Z", "DTEND:20270104T240000Z"],
      "2027-01-04T23:00/2027-01-05T00:00",
    ],
    [
      "a zone with a colon, without quotes or a description",
      ["DTSTART;TZID=GMT+03:00:20270104T100000", "DURATION:PT1H"],
      "2027-01-04T07:00/2027-01-04T08:00",
    ],
    [
      "a zone in quotes with more behind it",
      [
        'DTSTART;TZID="(UTC-08:00) Pacific Time (US & Canada)";X-A=1:20270104T100000',
        "DURATION:PT1H",
      ],
      "2027-01-04T18:00/2027-01-04T19:00",
    ],
    [
      "a zone with a space for an underscore",
      ["DTSTART;TZID=America/New York:20270104T100000", "DURATION:PT1H"],
      "2027-01-04T15:00/2027-01-04T16:00",
    ],
    [
      "names in lower case",
      ["dtstart:20270104t100000z", "duration:pt1h"],
      "2027-01-04T10:00/2027-01-04T11:00",
    ],
    [
      "a duration without T",
      ["DTSTART:20270104T100000Z", "DURATION:P2H"],
      "2027-01-04T10:00/2027-01-04T12:00",
    ],
    [
      "an alarm with a duration of its own",
      ["DTSTART:20270104T100000Z", "BEGIN:VALARM", "DURATION:PT5M", "END:VALARM", "DURATION:PT1H"],
      "2027-01-04T10:00/2027-01-04T11:00",
    ],
  ])("%s", (_, lines, expected) => expect(read(file(event(...lines)))).toEqual(whole([expected])));

  test("Microsoft's custom zone by its description", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:tzone://Microsoft/Custom",
      "BEGIN:STANDARD",
      "DTSTART:16010101T030000",
      "TZOFFSETFROM:+0300",
      "TZOFFSETTO:+0200",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:16010101T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0300",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
    ].join("\r\n");
    const lines = ["DURATION:PT1H", "RRULE:FREQ=MONTHLY;INTERVAL=6;COUNT=2"];
    expect(
      read(file(zone, event("DTSTART;TZID=tzone://Microsoft/Custom:20270104T100000", ...lines))),
    ).toEqual(whole(["2027-01-04T08:00/2027-01-04T09:00", "2027-07-04T07:00/2027-07-04T08:00"]));
  });
  test.each([
    ["in lower case", "rrule:freq=weekly;count=2"],
    ["with an end of dashes", "RRULE:FREQ=WEEKLY;UNTIL=2027-01-12"],
    ["with an end of dashes and a time", "RRULE:FREQ=WEEKLY;UNTIL=2027-01-11T10:00:00Z"],
    ["with spaces and an empty part", "RRULE:FREQ=WEEKLY; COUNT=2;"],
    ["in its own calendar", "RRULE:RSCALE=GREGORIAN;FREQ=WEEKLY;COUNT=2"],
  ])("a rule %s", (_, rule) => {
    expect(read(file(event("DTSTART:20270104T100000Z", "DURATION:PT1H", rule)))).toEqual(
      whole(["2027-01-04T10:00/2027-01-04T11:00", "2027-01-11T10:00/2027-01-11T11:00"]),
    );
  });
  test("exceptions of several types in one line", () => {
    const lines = [
      "DTSTART;TZID=Europe/Berlin:20270104T100000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=4",
      "EXDATE;TZID=Europe/Berlin:20270105,20270106T090000Z,2027-01-07T10:00",
    ];
    expect(read(file(event(...lines)))).toEqual(whole(["2027-01-04T09:00/2027-01-04T10:00"]));
  });
  test("a cancelled occurrence without DTSTART", () => {
    const series = event("DTSTART:20270104T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2");
    const off = event("RECURRENCE-ID:20270105T100000Z", "STATUS:CANCELLED");
    expect(read(file(series, off))).toEqual(whole(["2027-01-04T10:00/2027-01-04T11:00"]));
  });
  test("an unclosed event and invalid lines do not hide other events", () => {
    const text = [
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:one",
      "DTSTART:20270104T100000Z",
      "DTEND:20270104T110000Z",
      "DESCRIPTION;X=\u0001:broken",
      "BEGIN:VEVENT",
      "UID:two",
      "DTSTART:20270105T100000Z",
      "DTEND:20270105T110000Z",
      "END:VEVENT",
      "BEGIN:VTODO",
      "DTSTART:20270106T100000Z",
      "END:VTODO",
      "END:VCALENDAR",
    ].join("\n");
    expect(read(text)).toEqual(
      whole(["2027-01-04T10:00/2027-01-04T11:00", "2027-01-05T10:00/2027-01-05T11:00"]),
    );
  });
});

describe("a change of all following occurrences", () => {
  const series = (...lines: string[]) =>
    event(...lines, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4");
  const inBerlin = series("DTSTART;TZID=Europe/Berlin:20270326T090000");
  test("given in UTC keeps the series' wall time across clock changes", () => {
    const later = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20270327T080000Z",
      "DTSTART:20270327T100000Z",
      "DURATION:PT1H",
    );
    expect(read(file(inBerlin, later))).toEqual(
      whole([
        "2027-03-26T08:00/2027-03-26T09:00",
        "2027-03-27T10:00/2027-03-27T11:00",
        "2027-03-28T09:00/2027-03-28T10:00",
        "2027-03-29T09:00/2027-03-29T10:00",
      ]),
    );
  });
  test("to another zone uses that zone's clock", () => {
    const later = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20270327T080000Z",
      "DTSTART;TZID=America/New_York:20270327T090000",
      "DURATION:PT1H",
    );
    expect(read(file(inBerlin, later)).spans.slice(1)).toEqual([
      "2027-03-27T13:00/2027-03-27T14:00",
      "2027-03-28T13:00/2027-03-28T14:00",
      "2027-03-29T13:00/2027-03-29T14:00",
    ]);
  });
  test("in a whole-day series, identified by midnight UTC", () => {
    const days = event("DTSTART;VALUE=DATE:20270104", "RRULE:FREQ=DAILY;COUNT=3");
    const later = event(
      "RECURRENCE-ID:20270104T230000Z",
      "DTSTART:20270105T100000Z",
      "DURATION:PT1H",
    );
    expect(read(file(days, later)).spans).toEqual([
      "2027-01-03T23:00/2027-01-04T23:00",
      "2027-01-05T10:00/2027-01-05T11:00",
      "2027-01-05T23:00/2027-01-06T23:00",
    ]);
  });
});

describe("unreadable parts are reported and count as busy", () => {
  const start = "DTSTART:20270104T100000Z";
  const hour = "2027-01-04T10:00/2027-01-04T11:00";
  test.each([
    ["no start", ["DTSTART:soon", "DURATION:PT1H"], [], "no_time"],
    ["a day that no month has", ["DTSTART:20270231T100000Z", "DURATION:PT1H"], [], "no_time"],
    ["an end that is none: an hour", [start, "DTEND:late"], [hour], "format"],
    ["a length that is none: an hour", [start, "DURATION:long"], [hour], "format"],
    ["a rule that is none", [start, "DURATION:PT1H", "RRULE:FREQ=SOMETIMES"], [hour], "rule"],
    [
      "an end of a rule that is none: it goes on",
      [start, "DURATION:PT1H", "RRULE:FREQ=MONTHLY;INTERVAL=9;UNTIL=never"],
      [hour, "2027-10-04T10:00/2027-10-04T11:00"],
      "rule",
    ],
    [
      "an exception that is none",
      [start, "DURATION:PT1H", "RRULE:FREQ=MONTHLY;COUNT=1", "EXDATE:some"],
      [hour],
      "format",
    ],
    [
      "a zone that nobody knows: the calendar's",
      ["DTSTART;TZID=Nowhere:20270104T110000", "DURATION:PT1H"],
      [hour],
      "format",
    ],
  ])("%s", (_, lines, spans, reason) => {
    expect(read(file(event("SUMMARY:Private", ...lines)))).toEqual({
      spans,
      problems: [{ reason, count: 1 }],
    });
  });
  test("with how many there are", () => {
    const bad = event("DTSTART:soon");
    expect(read(file(bad, bad, bad)).problems).toEqual([{ reason: "no_time", count: 3 }]);
  });
});

describe("a free/busy file", () => {
  const times = (...lines: string[]) =>
    file(["BEGIN:VFREEBUSY", "UID:f1", ...lines, "END:VFREEBUSY"].join("\r\n"));
  test.each([
    ["busy where no kind is given", "FREEBUSY:20270104T100000Z/PT1H", true, true],
    ["out of office", "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20270104T100000Z/PT1H", true, true],
    ["a kind of somebody's own", "FREEBUSY;FBTYPE=X-FOCUS:20270104T100000Z/PT1H", true, true],
    ["tentative", "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270104T100000Z/PT1H", true, false],
    ["free", "FREEBUSY;FBTYPE=FREE:20270104T100000Z/PT1H", false, false],
  ])("%s", (_, line, isBusy, isStrictlyBusy) => {
    const busy = (tentative_is_busy: boolean) =>
      expand(expandTask(times(line), { tentative_is_busy })).events.map(({ is_busy }) => is_busy);
    expect([busy(true), busy(false)]).toEqual([[isBusy], [isStrictlyBusy]]);
  });
  test("is ignored if there are events", () => {
    const both = file(
      event("DTSTART:20270104T100000Z", "DURATION:PT1H"),
      "BEGIN:VFREEBUSY\r\nFREEBUSY:20270104T100000Z/PT1H\r\nEND:VFREEBUSY",
    );
    expect(read(both).spans).toHaveLength(1);
  });
});
