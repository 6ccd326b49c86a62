import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "./test-report";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});
const spec = (...statuses: string[]) => ({ tests: statuses.map((status) => ({ status })) });

test.each([
  ["tests that passed and failed", [file("passed", "passed", "passed"), file("failed", "passed", "failed")], [3, 1]],
  ["a file that could not be loaded", [file("passed", "passed"), file("failed")], [1, 1]],
  ["a skipped test as one that has not passed", [file("passed", "passed", "skipped")], [1, 1]],
])("Vitest: counts %s", (_, testResults, [passed, failed]) => {
  expect(countVitest({ testResults })).toEqual({ passed, failed });
});

test("Playwright: counts nested suites, skipped tests and errors outside tests", () => {
  const inner = { specs: [spec("expected", "unexpected")] };
  const suites = [{ specs: [spec("expected"), spec("skipped")], suites: [inner] }];
  expect(countPlaywright({ suites, errors: [{}] })).toEqual({ passed: 2, failed: 3 });
});

test("a report that was never written counts nothing", () => {
  expect([countVitest(null), countPlaywright(null)]).toEqual([
    { passed: 0, failed: 0 },
    { passed: 0, failed: 0 },
  ]);
});
