import { expect, test } from "vitest";
import { closedRuns } from "./closed-runs";

test("days that follow on each other for the same reason are one line", () => {
  const day = (date: string, name: string) => ({ date, name });
  const days = [
    day("2026-12-24", "Winter break"),
    day("2026-12-25", "Winter break"),
    day("2026-12-26", "Boxing Day"),
    day("2027-01-01", "Winter break"),
  ];
  const runs = closedRuns(days, { locale: "en-GB", time_zone: "UTC", today: "2026-11-24" });
  expect(runs.map(({ from, to, name }) => [from, to, name])).toEqual([
    ["2026-12-24", "2026-12-25", "Winter break"],
    ["2026-12-26", "2026-12-26", "Boxing Day"],
    ["2027-01-01", "2027-01-01", "Winter break"],
  ]);
  expect(runs[0]!.when).toContain("24 December");
  expect(runs[2]!.when).toContain("2027");
});
