import { describe, expect, it } from "vitest";
import { anAvailability, aBookable, aSchedule, aSlot } from "../samples";
import { fullTimes } from "../waiting-list/full-times";
import { dateLimits, landing, openDays, partsOfDay } from "./times";

const at = (starts_at: string, own = {}) => aSlot({ starts_at, ...own });

describe("days with times", () => {
  it("have a bookable slot", () => {
    const days = openDays(
      anAvailability({ "2027-01-04": [at("a", { bookable: false })], "2027-01-05": [] }),
    );
    expect([...days.keys()]).toEqual([]);
  });

  it("merge resources free at the same time, preferring more seats", () => {
    const anna = at("2027-01-04T09:00:00Z", { resource_id: "anna", remaining: 1 });
    const bob = at("2027-01-04T09:00:00Z", { resource_id: "bob", remaining: 3 });
    expect(openDays(anAvailability({ "2027-01-04": [anna, bob] })).get("2027-01-04")).toEqual([
      bob,
    ]);
  });

  it("are sorted by time", () => {
    const [early, late] = [at("2027-01-04T09:00:00Z"), at("2027-01-04T15:00:00Z")];
    expect(openDays(anAvailability({ "2027-01-04": [late, early] })).get("2027-01-04")).toEqual([
      early,
      late,
    ]);
  });
});

describe("full times", () => {
  it("are full on every resource", () => {
    const full = { bookable: false, reason: "full", remaining: 0 } as const;
    const days = [
      at("2027-01-04T09:00:00Z", full),
      at("2027-01-04T09:00:00Z", { resource_id: "bob" }),
      at("2027-01-04T10:00:00Z", full),
      at("2027-01-04T11:00:00Z", { bookable: false, reason: "too_soon" }),
    ];
    expect(
      fullTimes(anAvailability({ "2027-01-04": days })).map(({ starts_at }) => starts_at),
    ).toEqual(["2027-01-04T10:00:00Z"]);
  });
});

describe("parts of the day", () => {
  const slots = ["07:00", "10:59", "11:00", "15:59", "16:00"].map((time) =>
    at(`2027-01-04T${time}:00Z`),
  );
  it("change at noon and at five in the displayed zone", () => {
    const shape = (zone: string) =>
      partsOfDay(slots, zone).map(({ name, slots }) => `${name} ${slots.length}`);
    expect(shape("Europe/Amsterdam")).toEqual(["morning 2", "afternoon 2", "evening 1"]);
    expect(shape("Asia/Kolkata")).toEqual(["afternoon 3", "evening 2"]);
  });
});

describe("the initial day", () => {
  const days = {
    "2027-01-12": [at("2027-01-12T09:00:00Z")],
    "2027-01-14": [at("2027-01-14T09:00:00Z")],
  };
  const open = (wish: string | null, eager = false) => landing(anAvailability(days), wish, eager);

  it("is the first day with times", () => {
    expect(open(null)).toEqual({ day: "2027-01-12", chosen: null, missed: null });
  });

  it("is the requested day if it has times, and selected", () => {
    expect(open("2027-01-14")).toEqual({
      day: "2027-01-14",
      chosen: "2027-01-14",
      missed: null,
    });
    expect(open("2027-01-13")).toMatchObject({
      day: "2027-01-14",
      chosen: null,
      missed: "2027-01-13",
    });
  });

  it("ignores a requested day that is not displayed", () => {
    expect(open("2027-02-13")).toMatchObject({ missed: null });
  });

  it("is selected if the times fit next to the calendar", () => {
    expect(open(null, true)).toMatchObject({ chosen: "2027-01-12" });
  });

  it("is the day of the next time if none are displayed, in the visitor's zone", () => {
    const empty = anAvailability(
      {},
      { next_available: "2027-02-28T23:30:00Z", time_zone: "Europe/Amsterdam" },
    );
    expect(landing(empty, null, false)).toEqual({
      day: "2027-03-01",
      chosen: null,
      missed: null,
    });
  });

  it("does not change without any times", () => {
    expect(landing(anAvailability({}), null, true)).toEqual({
      day: null,
      chosen: null,
      missed: null,
    });
  });
});

describe("the calendar's range", () => {
  const now = Date.parse("2027-01-04T23:30:00Z");
  it("is from today in the visitor's zone to the bookable's horizon", () => {
    const bookable = aBookable({ schedule: aSchedule({ max_advance_days: 30 }) });
    expect(dateLimits(bookable, "Europe/Amsterdam", now)).toEqual({
      min: "2027-01-05",
      max: "2027-02-04",
    });
    expect(dateLimits(bookable, "UTC", now)).toEqual({ min: "2027-01-04", max: "2027-02-03" });
  });
});
