import { expect, test } from "vitest";
import { hasTwoReadings, orderOf, readMoment, toInstant } from "./read-moment";

const ZONE = "Europe/Amsterdam";

test.each([
  // ISO, and our own export
  ["2026-04-03T09:30:00Z", "2026-04-03T09:30:00Z"],
  ["2026-04-03T09:30:00.123+02:00", "2026-04-03T07:30:00Z"],
  ["2026-04-03 09:30", "2026-04-03T07:30:00Z"],
  ["2026-04-03 09:30:00 +0100", "2026-04-03T08:30:00Z"],
  ["2026-04-03 09:30:00 UTC", "2026-04-03T09:30:00Z"],
  // Calendly
  ["2026-04-03 09:30 am", "2026-04-03T07:30:00Z"],
  ["2026-04-03 12:15 AM", "2026-04-02T22:15:00Z"],
  // Acuity
  ["April 3, 2026 9:30 am", "2026-04-03T07:30:00Z"],
  ["Friday, April 3, 2026 12:00pm", "2026-04-03T10:00:00Z"],
  // Square
  ["Apr 3, 2026, 9:30 PM", "2026-04-03T19:30:00Z"],
  ["4/13/2026 9:30 PM", null],
  // Easy!Appointments
  ["2026-04-03 09:30:00", "2026-04-03T07:30:00Z"],
  ["03/04/2026 9:30 pm", "2026-04-03T19:30:00Z"],
  ["2026/04/03 09:30", "2026-04-03T07:30:00Z"],
  // Others
  ["3.4.2026 09:30 Uhr", "2026-04-03T07:30:00Z"],
  ["3-4-26 9h30", "2026-04-03T07:30:00Z"],
  ["3 april 2026 om 09.30", "2026-04-03T07:30:00Z"],
  ["3. März 2026, 09:30", "2026-03-03T08:30:00Z"],
  ["3 de abril de 2026 9:30", "2026-04-03T07:30:00Z"],
  ["31/04/2026 09:30", null],
  ["2026-04-03 25:00", null],
  ["2026-04-03 13:00 pm", null],
  ["soon", null],
  ["45", null],
])("%s is read day first as %s", (cell, expected) => {
  const moment = readMoment(cell, "dmy");
  const instant = moment && toInstant(moment, ZONE);
  expect(instant && "at" in instant ? instant.at : null).toBe(expected);
});

test.each([
  ["03/04/2026 09:30", "2026-03-04T08:30:00Z"],
  ["4/13/2026 9:30 PM", "2026-04-13T19:30:00Z"],
  ["2026-04-03 09:30", "2026-04-03T07:30:00Z"],
])("%s is read month first as %s", (cell, at) => {
  expect(toInstant(readMoment(cell, "mdy")!, ZONE)).toEqual({ at });
});

test("a date or a time alone is read as such", () => {
  expect(readMoment("03/04/2026", "dmy")).toEqual({ date: "2026-04-03", time: null, offset: null });
  expect(readMoment("9:30 pm", "dmy")).toEqual({ date: null, time: "21:30", offset: null });
  expect(readMoment("9 am", "dmy")).toEqual({ date: null, time: "09:00", offset: null });
  expect(readMoment("Jul 4, 2026", "dmy")).toMatchObject({ date: "2026-07-04" });
});

test("the order of a file’s dates follows from those that have one reading", () => {
  expect(orderOf(["03/04/2026 10:00", "25/04/2026 10:00"])).toBe("dmy");
  expect(orderOf(["03/04/2026", "04/25/2026"])).toBe("mdy");
  expect(orderOf(["03/04/2026", "2026-04-25", ""])).toBeNull();
  expect(hasTwoReadings("03/04/2026 10:00")).toBe(true);
  expect(hasTwoReadings("25/04/2026")).toBe(false);
  expect(hasTwoReadings("04/04/2026")).toBe(false);
  expect(hasTwoReadings("2026-04-03")).toBe(false);
});

test("a time that the clock skips is a problem, and of one it shows twice the first is taken", () => {
  const at = (cell: string) => toInstant(readMoment(cell, "dmy")!, ZONE);
  expect(at("2026-03-29 02:30")).toEqual({ problem: "skipped" });
  expect(at("2026-03-29 03:00")).toEqual({ at: "2026-03-29T01:00:00Z" });
  expect(at("2026-10-25 02:30")).toEqual({ at: "2026-10-25T00:30:00Z" });
  expect(at("2026-10-25 02:30 +01:00")).toEqual({ at: "2026-10-25T01:30:00Z" });
});
