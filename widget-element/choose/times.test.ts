import { describe, expect, it } from "vitest";
import { anAvailability, aBookable, aSchedule, aSlot } from "../samples";
import { fullTimes } from "../waiting-list/full-times";
import { dateLimits, landing, openDays, partsOfDay } from "./times";

const at = (starts_at: string, own = {}) => aSlot({ starts_at, ...own });

describe("days with times", () => {
  it("are those with a slot that can be booked", () => {
    const days = openDays(
      anAvailability({ "2027-01-04": [at("a", { bookable: false })], "2027-01-05": [] }),
    );
    expect([...days.keys()]).toEqual([]);
  });

  it("show two resources free at one instant as one time, on the emptier", () => {
    const anna = at("2027-01-04T09:00:00Z", { resource_id: "anna", remaining: 1 });
    const bob = at("2027-01-04T09:00:00Z", { resource_id: "bob", remaining: 3 });
    expect(openDays(anAvailability({ "2027-01-04": [anna, bob] })).get("2027-01-04")).toEqual([
      bob,
    ]);
  });

  it("are in the order of time, whatever the order of the answer", () => {
    const [early, late] = [at("2027-01-04T09:00:00Z"), at("2027-01-04T15:00:00Z")];
    expect(openDays(anAvailability({ "2027-01-04": [late, early] })).get("2027-01-04")).toEqual([
      early,
      late,
    ]);
  });
});

describe("full times", () => {
  it("are those that are full on every resource", () => {
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
  it("change at noon and at five, in the zone that is shown", () => {
    const shape = (zone: string) =>
      partsOfDay(slots, zone).map(({ name, slots }) => `${name} ${slots.length}`);
    expect(shape("Europe/Amsterdam")).toEqual(["morning 2", "afternoon 2", "evening 1"]);
    expect(shape("Asia/Kolkata")).toEqual(["afternoon 3", "evening 2"]);
  });
});

describe("where the calendar opens", () => {
  const days = {
    "2027-01-12": [at("2027-01-12T09:00:00Z")],
    "2027-01-14": [at("2027-01-14T09:00:00Z")],
  };
  const open = (wish: string | null, eager = false) => landing(anAvailability(days), wish, eager);

  it("is the first day with times", () => {
    expect(open(null)).toEqual({ day: "2027-01-12", chosen: null, missed: null });
  });

  it("is the wished day when it has times, which is then chosen", () => {
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

  it("says nothing of a wished day that is not displayed", () => {
    expect(open("2027-02-13")).toMatchObject({ missed: null });
  });

  it("chooses the day it lands on where the times have room beside the calendar", () => {
    expect(open(null, true)).toMatchObject({ chosen: "2027-01-12" });
  });

  it("is the day of the next time when these have none, by the date where the visitor is", () => {
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

  it("stays where it is when there is no time at all", () => {
    expect(landing(anAvailability({}), null, true)).toEqual({
      day: null,
      chosen: null,
      missed: null,
    });
  });
});

describe("how far the calendar reaches", () => {
  const now = Date.parse("2027-01-04T23:30:00Z");
  it("is from today, where the visitor is, to as far ahead as the bookable allows", () => {
    const bookable = aBookable({ schedule: aSchedule({ max_advance_days: 30 }) });
    expect(dateLimits(bookable, "Europe/Amsterdam", now)).toEqual({
      min: "2027-01-05",
      max: "2027-02-04",
    });
    expect(dateLimits(bookable, "UTC", now)).toEqual({ min: "2027-01-04", max: "2027-02-03" });
  });
});
