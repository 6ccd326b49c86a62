import { expect, test } from "vitest";
import { axisDays, firstOfView, minuteOf, snapMinute, stepView } from "./axis";

const one = (date: string, zone: string, locale = "en-GB") => axisDays(date, 1, zone, locale)[0]!;
const labels = (date: string, zone: string, locale?: string) =>
  one(date, zone, locale).hours.map(({ label }) => label);

test("an ordinary day has 24 hours, each where it is on the clock", () => {
  const day = one("2026-06-01", "Europe/Amsterdam");
  expect([day.minutes, day.hours.length]).toEqual([1440, 24]);
  expect(day.hours[9]).toEqual({ minute: 540, label: "09:00" });
});

test("the day the clock goes forward is 23 hours long and has no 02:00", () => {
  const day = one("2026-03-29", "Europe/Amsterdam");
  expect(day.minutes).toBe(1380);
  expect(day.hours.slice(0, 4)).toEqual([
    { minute: 0, label: "00:00" },
    { minute: 60, label: "01:00" },
    { minute: 120, label: "03:00" },
    { minute: 180, label: "04:00" },
  ]);
});

test("the day it goes back is 25 hours long and tells its two 02:00 apart", () => {
  const day = one("2026-10-25", "Europe/Amsterdam");
  expect(day.minutes).toBe(1500);
  expect(day.hours.slice(1, 5).map(({ minute, label }) => `${minute} ${label}`)).toEqual([
    "60 01:00",
    "120 02:00 GMT+2",
    "180 02:00 GMT+1",
    "240 03:00",
  ]);
});

test("full hours are found where the offset is not one, and where the change is half an hour", () => {
  expect(labels("2026-06-01", "Asia/Kathmandu")).toHaveLength(24);
  expect(labels("2026-06-01", "America/New_York", "en-US").slice(0, 2)).toEqual([
    "12:00 AM",
    "1:00 AM",
  ]);
  expect(one("2026-04-05", "Australia/Lord_Howe").minutes).toBe(1470);
});

test("an instant outside a day is drawn at its edge", () => {
  const day = one("2026-06-01", "UTC");
  expect(minuteOf(day, day.starts_ms - 1)).toBe(0);
  expect(minuteOf(day, day.starts_ms + 90 * 60_000)).toBe(90);
  expect(minuteOf(day, day.starts_ms + 90_000 * 60_000)).toBe(1440);
});

test("a drop snaps to its step and stays within the day", () => {
  const day = { minutes: 1440 };
  expect(snapMinute(607, 15, day)).toBe(600);
  expect(snapMinute(608, 15, day)).toBe(615);
  expect(snapMinute(608, 5, day)).toBe(610);
  expect(snapMinute(-30, 15, day)).toBe(0);
  expect(snapMinute(1500, 15, day)).toBe(1425);
});

test("views begin where their weeks begin and step by their own length", () => {
  expect(firstOfView("week", "2026-11-22")).toBe("2026-11-16");
  expect(firstOfView("month", "2026-11-22")).toBe("2026-10-26");
  expect(firstOfView("day", "2026-11-22")).toBe("2026-11-22");
  expect(stepView("month", "2026-01-31", 1)).toBe("2026-02-01");
  expect(stepView("month", "2026-01-31", -1)).toBe("2025-12-01");
  expect(stepView("week", "2026-12-28", 1)).toBe("2027-01-04");
  expect(stepView("day", "2026-12-31", 1)).toBe("2027-01-01");
});
