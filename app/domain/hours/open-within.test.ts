import { describe, expect, it } from "vitest";
import { slotTimes } from "../schedules/slot-times";
import { openIntervals, type OpeningHours } from "./open-intervals";
import { type HoursLimits, NO_LIMITS, openWithin } from "./open-within";

const daily = [1, 2, 3, 4, 5, 6, 7];
const hours = (start: string, end: string, more: Partial<OpeningHours> = {}): OpeningHours => ({
  time_zone: "UTC",
  rules: [{ days: daily, start, end }],
  overrides: [],
  ...more,
});
const minute = (at: number) => new Date(at).toISOString().slice(5, 16);
// 2024-01-01 is a Monday.
const open = (
  service: OpeningHours,
  limits: Partial<HoursLimits>,
  from = "2024-01-01",
  to = from,
) =>
  openWithin(service, { ...NO_LIMITS, ...limits }, from, to).map(
    ({ date, start_ms, end_ms, until_ms }) =>
      `${date}: ${minute(start_ms)} to ${minute(end_ms)}, ${minute(until_ms)}`,
  );

describe("the hours of a resource", () => {
  it("are intersected with the service's", () => {
    const resource = hours("08:00", "10:00", {
      rules: [
        { days: [1], start: "08:00", end: "10:00" },
        { days: [1], start: "11:00", end: "12:30" },
      ],
    });
    expect(open(hours("09:00", "17:00"), { resource }, "2024-01-01", "2024-01-02")).toEqual([
      "2024-01-01: 01-01T09:00 to 01-01T10:00, 01-01T10:00",
      "2024-01-01: 01-01T11:00 to 01-01T12:30, 01-01T12:30",
    ]);
  });

  it("use their own time zone", () => {
    const resource = hours("09:00", "12:00", { time_zone: "America/New_York" });
    expect(open(hours("10:00", "16:00"), { resource })).toEqual([
      "2024-01-01: 01-01T14:00 to 01-01T16:00, 01-01T16:00",
    ]);
  });

  it("continue over midnight until the earlier end", () => {
    const bar = hours("20:00", "04:00");
    expect(open(bar, { resource: hours("18:00", "02:00") })).toEqual([
      "2024-01-01: 01-01T20:00 to 01-02T02:00, 01-02T02:00",
    ]);
    // Open round the clock: a slot may start before midnight and end after it.
    expect(open(hours("00:00", "00:00"), { resource: hours("00:00", "00:00") }).at(0)).toBe(
      "2024-01-01: 01-01T00:00 to 01-02T00:00, 01-03T00:00",
    );
  });

  it("that are never open leave nothing; a closed service stays closed", () => {
    const never = hours("09:00", "10:00", { rules: [] });
    expect(open(hours("09:00", "17:00"), { resource: never })).toEqual([]);
    expect(open(never, { resource: hours("09:00", "17:00") })).toEqual([]);
  });

  it("define where slots start", () => {
    const service = {
      ...hours("09:00", "13:00"),
      duration_minutes: 60,
      step_minutes: null,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
    };
    const limits = { ...NO_LIMITS, resource: hours("09:30", "12:45") };
    const starts = slotTimes(service, "2024-01-01", "2024-01-01", limits).map(({ starts_at }) =>
      minute(starts_at),
    );
    expect(starts).toEqual(["01-01T09:30", "01-01T10:30", "01-01T11:30"]);
  });
});

describe("closed days of the company", () => {
  it("close the date, including its overrides", () => {
    const service = hours("09:00", "17:00", {
      overrides: [{ date: "2024-01-02", intervals: [{ start: "10:00", end: "12:00" }] }],
    });
    expect(open(service, { closed_dates: ["2024-01-02"] }, "2024-01-01", "2024-01-03")).toEqual([
      "2024-01-01: 01-01T09:00 to 01-01T17:00, 01-01T17:00",
      "2024-01-03: 01-03T09:00 to 01-03T17:00, 01-03T17:00",
    ]);
  });

  it("keep the night that started the evening before, and remove the one that starts on them", () => {
    expect(
      open(hours("22:00", "02:00"), { closed_dates: ["2024-01-02"] }, "2024-01-01", "2024-01-02"),
    ).toEqual(["2024-01-01: 01-01T22:00 to 01-02T02:00, 01-02T02:00"]);
  });

  it("are in the service's time zone", () => {
    const service = hours("00:00", "00:00", { time_zone: "Pacific/Auckland" });
    expect(
      open(service, { closed_dates: ["2024-01-02"] }, "2024-01-01", "2024-01-03").map((each) =>
        each.slice(0, 10),
      ),
    ).toEqual(["2024-01-01", "2024-01-03"]);
  });
});

it("is the service's open time without limits", () => {
  const service = hours("22:00", "03:00", { time_zone: "Europe/Berlin" });
  expect(openWithin(service, NO_LIMITS, "2024-03-29", "2024-04-02")).toEqual(
    openIntervals(service, "2024-03-29", "2024-04-02"),
  );
});

// Compared minute by minute with a trivially correct rule: both are open, and the service's date is
// not closed.
it("matches a count of minutes for random hours", () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const time = () => `${String(random(24)).padStart(2, "0")}:${random(2) === 0 ? "00" : "30"}`;
  const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"];
  const any = (): OpeningHours => ({
    time_zone: zones[random(zones.length)]!,
    rules: Array.from({ length: 1 + random(3) }, () => ({
      days: daily.filter(() => random(2) === 0),
      start: time(),
      end: time(),
    })).filter(({ days }) => days.length > 0),
    overrides: random(3) === 0 ? [{ date: "2024-03-30", closed: true }] : [],
  });
  for (let round = 0; round < 60; round += 1) {
    const [service, resource] = [any(), any()];
    const closed_dates = random(2) === 0 ? ["2024-03-31"] : [];
    const found = openWithin(service, { closed_dates, resource }, "2024-03-28", "2024-04-03");
    const ofService = openWithin(
      service,
      { closed_dates, resource: null },
      "2024-03-28",
      "2024-04-03",
    );
    const ofResource = openIntervals(resource, "2024-03-24", "2024-04-07");
    const within = (intervals: typeof found, at: number) =>
      intervals.some((each) => each.start_ms <= at && at < each.end_ms);
    for (
      let at = Date.parse("2024-03-29T00:00Z");
      at < Date.parse("2024-04-02T00:00Z");
      at += 15 * 60_000
    )
      expect(
        within(found, at),
        `${JSON.stringify({ service, resource, closed_dates })} at ${minute(at)}`,
      ).toBe(within(ofService, at) && within(ofResource, at));
  }
});
