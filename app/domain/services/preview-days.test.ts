import { expect, test } from "vitest";
import { NO_LIMITS } from "../hours/open-within";
import { type BusyResource, nearestFree, previewDays } from "./preview-days";

const DATE = "2027-01-04";
const at = (time: string) => Date.parse(`${DATE}T${time}:00Z`);
const hours = {
  time_zone: "UTC",
  rules: [{ days: [1], start: "09:00", end: "12:00" }],
  overrides: [],
  duration_minutes: 60,
  step_minutes: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
};
const resource = (id: string, more: Partial<BusyResource> = {}): BusyResource => ({
  id,
  name: id,
  capacity: 1,
  busy: [],
  limits: NO_LIMITS,
  limited: new Set<string>(),
  duration_minutes: 60,
  price_amount: null,
  ...more,
});
const window = { first: 0, last: Infinity };

test("each resource has its own duration, and is free if all of it is", () => {
  const taken = { lane: 0, from: at("11:30"), to: at("12:00") };
  const resources = [
    resource("junior"),
    resource("senior", { duration_minutes: 90, busy: [taken] }),
  ];
  const [day] = previewDays(hours, resources, window, DATE, DATE);
  expect(
    day!.times.map(({ starts_at, free }) => [
      new Date(starts_at).toISOString().slice(11, 16),
      free,
    ]),
  ).toEqual([
    ["09:00", 2],
    ["10:00", 1],
    ["11:00", 1],
  ]);
  expect(nearestFree(hours, resources[1]!, window, at("09:00"), 1)[0]).toMatchObject({
    ends_at: at("10:30"),
  });
});
