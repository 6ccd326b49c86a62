import { describe, expect, it } from "vitest";
import {
  cityOf,
  clock,
  clockLabel,
  dateInZone,
  datesWords,
  dateWords,
  duration,
  firstDayOfWeek,
  hourInZone,
  money,
  offset,
  zoneOr,
} from "./format";

/** Some versions of `Intl` use narrow or no-break spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, " ");

describe("the local date of an instant", () => {
  it.each([
    ["2027-01-04T23:30:00Z", "Europe/Amsterdam", "2027-01-05"],
    ["2027-01-04T23:30:00Z", "America/New_York", "2027-01-04"],
    ["2027-01-04T18:29:59Z", "Asia/Kolkata", "2027-01-04"],
    ["2027-01-04T18:30:00Z", "Asia/Kolkata", "2027-01-05"],
    ["2027-01-04T10:00:00Z", "Pacific/Kiritimati", "2027-01-05"],
    // Europe's summer time ends on 31 October 2027 at 01:00Z, so that day has 25 hours.
    ["2027-10-30T21:59:59Z", "Europe/Amsterdam", "2027-10-30"],
    ["2027-10-30T22:00:00Z", "Europe/Amsterdam", "2027-10-31"],
    ["2027-10-31T22:59:59Z", "Europe/Amsterdam", "2027-10-31"],
    ["2027-10-31T23:00:00Z", "Europe/Amsterdam", "2027-11-01"],
  ])("%s in %s is %s", (instant, zone, date) => expect(dateInZone(instant, zone)).toBe(date));

  it("accepts milliseconds", () => expect(dateInZone(0, "UTC")).toBe("1970-01-01"));
});

describe("the time of day", () => {
  it.each([
    ["en-GB", "Europe/Amsterdam", "15:30"],
    ["en-US", "Europe/Amsterdam", "3:30 PM"],
    ["en-GB", "Asia/Kolkata", "20:00"],
    ["nl", "America/St_Johns", "11:00"],
  ])("in %s, %s is %s", (locale, zone, label) => {
    expect(plain(clock("2027-01-04T14:30:00Z", locale, zone))).toBe(label);
  });

  it("returns the hour, midnight as 0", () => {
    expect(hourInZone("2027-01-04T23:00:00Z", "Europe/Amsterdam")).toBe(0);
    expect(hourInZone("2027-01-04T11:30:00Z", "Asia/Kolkata")).toBe(17);
  });

  it("distinguishes the repeated hour when clocks go back, and marks no other", () => {
    const instants = [
      "2027-10-30T23:30:00Z",
      "2027-10-31T00:30:00Z",
      "2027-10-31T01:30:00Z",
      "2027-10-31T02:30:00Z",
    ];
    expect(instants.map((instant) => clockLabel(instant, "en-GB", "Europe/Amsterdam"))).toEqual([
      "01:30",
      "02:30 GMT+2",
      "02:30 GMT+1",
      "03:30",
    ]);
  });

  it("also if only one of them is displayed", () => {
    expect(clockLabel("2027-10-31T01:30:00Z", "en-GB", "Europe/Amsterdam")).toBe("02:30 GMT+1");
  });

  it("handles the hour skipped when clocks go forward", () => {
    const instants = ["2027-03-28T00:30:00Z", "2027-03-28T01:30:00Z"];
    expect(instants.map((instant) => clockLabel(instant, "en-GB", "Europe/Amsterdam"))).toEqual([
      "01:30",
      "03:30",
    ]);
  });

  it("returns the offset at the instant, not today's", () => {
    expect(offset("2027-01-04T12:00:00Z", "en", "Europe/Amsterdam")).toBe("GMT+1");
    expect(offset("2027-07-04T12:00:00Z", "en", "Europe/Amsterdam")).toBe("GMT+2");
    expect(offset("2027-07-04T12:00:00Z", "en", "Asia/Kolkata")).toBe("GMT+5:30");
  });
});

describe("dates in words", () => {
  it.each([
    ["2027-01-04", "short", "en-GB", "Mon 4 Jan"],
    ["2027-01-04", "long", "nl", "maandag 4 januari"],
    ["2027-01-01", "month", "en-GB", "Jan"],
    ["2027-03-28", "weekday", "en-GB", "Sun"],
  ] as const)("%s as %s in %s is %s", (date, style, locale, words) => {
    expect(plain(dateWords(date, style, locale)).replace(",", "")).toBe(words);
  });

  it.each([
    ["2026-11-27", "2026-12-24", "en-GB", "27 Nov – 24 Dec 2026"],
    ["2026-12-25", "2027-01-21", "en-GB", "25 Dec 2026 – 21 Jan 2027"],
    ["2026-11-27", "2026-12-24", "de", "27. Nov. – 24. Dez. 2026"],
  ])("%s to %s in %s is %s", (from, to, locale, words) => {
    expect(plain(datesWords(from, to, locale))).toBe(words);
  });

  it("uses Gregorian years in every locale", () => {
    expect(dateWords("2027-01-01", "full", "en-TH-u-ca-buddhist")).toContain("2027");
  });
});

describe("money, lengths and references", () => {
  it.each([
    [3500, "EUR", "€35.00"],
    [3500, "JPY", "¥3,500"],
    [3500, "KWD", "KWD 3.500"],
    [0, "EUR", "€0.00"],
  ])("%i minor units of %s are %s", (amount, currency, words) =>
    expect(plain(money(amount, currency, "en"))).toBe(words),
  );

  it.each([
    [45, "45 min"],
    [60, "1 h"],
    [150, "2 h 30 min"],
  ])("%i minutes are %s", (minutes, words) => {
    expect(plain(duration(minutes, "en-US"))).toBe(words);
    expect(plain(duration(minutes, "en-GB"))).toBe(words);
  });
});

describe("zones and weeks", () => {
  it("falls back to the browser's zone", () => {
    expect(zoneOr("Asia/Tokyo")).toBe("Asia/Tokyo");
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect([zoneOr("Mars/Olympus"), zoneOr(null), zoneOr("")]).toEqual([own, own, own]);
  });

  it("returns a zone's city", () => {
    expect(cityOf("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
    expect(cityOf("UTC")).toBe("UTC");
  });

  it.each([
    ["en-US", 0],
    ["en", 0],
    ["en-GB", 1],
    ["nl", 1],
    ["ar-EG", 6],
    ["pt-BR", 0],
  ])("the week of %s begins on day %i", (locale, day) => expect(firstDayOfWeek(locale)).toBe(day));
});
