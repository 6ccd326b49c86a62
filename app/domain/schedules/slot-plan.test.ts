import { expect, test } from "vitest";
import { OpenTimes } from "../hours/open-times";
import { outsideHours } from "../hours/outside-hours";
import { changedSpan } from "./changed-span";
import { planSteps } from "./slot-plan";
import { type ScheduleHours, slotTimes } from "./slot-times";

const plan: ScheduleHours = {
  time_zone: "UTC",
  rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }],
  overrides: [],
  duration_minutes: 5,
  step_minutes: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
};
const at = (date: string, time = "00:00") => Date.parse(`${date}T${time}:00Z`);

test("steps are contiguous, contain every start once, and are bounded", () => {
  const [from, to] = [at("2027-01-01"), at("2027-03-01")];
  const steps = planSteps(slotTimes(plan, "2027-01-01", "2027-02-28"), from, to);
  expect([steps[0]!.from, steps.at(-1)!.to]).toEqual([from, to]);
  steps.slice(1).forEach((step, index) => expect(step.from).toBe(steps[index]!.to));
  expect(steps.flatMap(({ starts }) => starts)).toEqual(
    slotTimes(plan, "2027-01-01", "2027-02-28").map((time) => time.starts_at),
  );
  expect(Math.max(...steps.map(({ starts }) => starts.length))).toBeLessThanOrEqual(500);
  // Empty plans too: removals are bounded by time.
  expect(planSteps([], from, to).length).toBeGreaterThan(5);
});

test("a change is limited to its hours", () => {
  const planOf = (hours: ScheduleHours) => ({ ...hours, open: OpenTimes.of(hours) });
  const span = (after: Partial<ScheduleHours>, known = "2027-02-28") =>
    changedSpan(planOf(plan), planOf({ ...plan, ...after }), "2027-01-01", "2027-02-28", known);
  expect(span({})).toBeNull();
  expect(span({ overrides: [{ date: "2027-02-02", closed: true }] })).toEqual({
    from: at("2027-02-02", "09:00"),
    to: at("2027-02-02", "17:00"),
  });
  expect(span({ valid_to: "2027-02-26" })).toEqual({
    from: at("2027-02-27", "09:00"),
    to: at("2027-02-28", "17:00"),
  });
  expect(span({ duration_minutes: 10 })).toEqual({
    from: at("2027-01-01", "09:00"),
    to: at("2027-02-28", "17:00"),
  });
  // Days beyond the earlier horizon were never made.
  expect(span({}, "2027-02-27")).toEqual({
    from: at("2027-02-28", "09:00"),
    to: at("2027-02-28", "17:00"),
  });
});

test("sparse slots cost no more than dense ones", () => {
  const time = (date: string) => ({ starts_at: at(date, "10:00"), ends_at: at(date, "11:00") });
  const cost = (dates: string[]) => {
    const start = performance.now();
    for (let round = 0; round < 20; round++)
      expect(outsideHours(OpenTimes.of(plan), dates.map(time))).toEqual([]);
    return performance.now() - start;
  };
  cost(["2027-01-01"]);
  expect(cost(["2027-01-01", "2199-12-30"])).toBeLessThan(
    cost(["2027-01-01", "2027-01-02"]) * 20 + 50,
  );
});
