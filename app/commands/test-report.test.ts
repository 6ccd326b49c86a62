import { expect, test } from "vitest";
import { resolve } from "node:path";
import {
  countPlaywright,
  countVitest,
  flakyTests,
  listedFiles,
  sum,
  totalLine,
} from "./test-report";

const file = (status: string, ...tests: string[]) => ({
  name: resolve("app/lib/pooled.db.test.ts"),
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});
const spec = (...statuses: string[]) => ({ tests: statuses.map((status) => ({ status })) });

test.each([
  [
    "tests that passed and failed",
    [file("passed", "passed", "passed"), file("failed", "passed", "failed")],
    [3, 1],
  ],
  ["a file that could not be loaded", [file("passed", "passed"), file("failed")], [1, 1]],
  ["a skipped test as failed", [file("passed", "passed", "skipped")], [1, 1]],
])("Vitest: counts %s", (_, testResults, [passed, failed]) => {
  expect(countVitest({ testResults })).toEqual({ passed, failed, skipped: [] });
});

test("Vitest: counts tests without their tool as skipped, failures in the same file as failures", () => {
  const testResults = [
    file("passed", "skipped", "skipped", "passed"),
    file("failed", "failed", "skipped"),
  ];
  const count = countVitest({ testResults }, ["app/lib/pooled.db.test.ts"]);
  expect(count).toEqual({
    passed: 1,
    failed: 1,
    skipped: Array(3).fill("app/lib/pooled.db.test.ts"),
  });
  expect(countVitest({ testResults }, ["app/lib/other.db.test.ts"])).toMatchObject({
    failed: 4,
    skipped: [],
  });
});

test("the last line mentions skipped tests only if there are any", () => {
  const some = { passed: 7, failed: 0, skipped: [] };
  expect(totalLine(some)).toBe("7 passed, 0 failed");
  expect(totalLine(sum([some, { passed: 1, failed: 2, skipped: ["a", "a"] }]))).toBe(
    "8 passed, 2 failed, 2 skipped",
  );
});

test("Playwright: a list names the file of each test", () => {
  const suites = [
    { file: "desk.spec.ts", specs: [spec("skipped")], suites: [{ specs: [spec("skipped")] }] },
  ];
  expect(listedFiles({ suites, errors: [] }, "e2e/")).toEqual([
    "e2e/desk.spec.ts",
    "e2e/desk.spec.ts",
  ]);
});

test("Playwright: counts nested suites, skipped tests and errors outside tests", () => {
  const inner = { specs: [spec("expected", "unexpected")] };
  const suites = [{ specs: [spec("expected"), spec("skipped")], suites: [inner] }];
  expect(countPlaywright({ suites, errors: [{}] })).toEqual({ passed: 2, failed: 3, skipped: [] });
});

test("Playwright: a test that passes on retry has passed and is named; failing twice is a failure", () => {
  const suites = [
    { specs: [{ title: "books", ...spec("flaky") }], suites: [{ specs: [spec("unexpected")] }] },
  ];
  expect(countPlaywright({ suites, errors: [] })).toEqual({ passed: 1, failed: 1, skipped: [] });
  expect(flakyTests({ suites, errors: [] })).toEqual(["books"]);
});

test("a missing report counts nothing", () => {
  expect([countVitest(null), countPlaywright(null)]).toEqual([
    { passed: 0, failed: 0, skipped: [] },
    { passed: 0, failed: 0, skipped: [] },
  ]);
});
