/** How many tests of a suite passed and failed. */
export type Count = { passed: number; failed: number };

type VitestReport = { testResults: { status: string; assertionResults: { status: string }[] }[] };
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] };
type PlaywrightSuite = { specs: { tests: { status: string }[] }[]; suites?: PlaywrightSuite[] };

/** Counts a Vitest JSON report. A test that was skipped has not passed; a file that failed to load counts as one failure. */
export function countVitest(report: VitestReport | null): Count {
  const count = { passed: 0, failed: 0 };
  for (const { status, assertionResults } of report?.testResults ?? []) {
    const passed = assertionResults.filter((result) => result.status === "passed").length;
    const failed = assertionResults.length - passed;
    count.passed += passed;
    count.failed += status === "failed" && failed === 0 ? 1 : failed;
  }
  return count;
}

/** Counts a Playwright JSON report. A test that was skipped or did not run has not passed; an error outside a test is a failure. */
export function countPlaywright(report: PlaywrightReport | null): Count {
  const statuses = (report?.suites ?? []).flatMap(statusesOf);
  const passed = statuses.filter((status) => status === "expected").length;
  return { passed, failed: statuses.length - passed + (report?.errors.length ?? 0) };
}

function statusesOf(suite: PlaywrightSuite): string[] {
  const own = suite.specs.flatMap((spec) => spec.tests.map((test) => test.status));
  return [...own, ...(suite.suites ?? []).flatMap(statusesOf)];
}
