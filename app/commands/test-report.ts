import { relative } from "node:path";

/**
 * Numbers of passed and failed tests of a suite, and the file of each test skipped for a missing
 * tool.
 */
export interface Count {
  passed: number;
  failed: number;
  skipped: string[];
}

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] };
type PlaywrightSuite = {
  file?: string;
  specs: { title?: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
};

export const emptyCount = (): Count => ({ passed: 0, failed: 0, skipped: [] });

export function sum(counts: Count[]): Count {
  return counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: [...total.skipped, ...skipped],
    }),
    emptyCount(),
  );
}

/**
 * Counts a Vitest JSON report. A skipped test counts as skipped if its file is among `excused`
 * (files whose tool is missing), otherwise as failed. A file that failed to load counts as one
 * failure.
 */
export function countVitest(report: VitestReport | null, excused: string[] = []): Count {
  return sum(
    (report?.testResults ?? []).map(({ name, status, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const passed = assertionResults.filter((result) => result.status === "passed").length;
      const skipped = excused.includes(file)
        ? assertionResults.filter((result) => result.status === "skipped")
        : [];
      const failed = assertionResults.length - passed - skipped.length;
      return {
        passed,
        failed: status === "failed" && failed === 0 ? 1 : failed,
        skipped: skipped.map(() => file),
      };
    }),
  );
}

/**
 * Counts a Playwright JSON report. A skipped test counts as failed, as does an error outside a
 * test. A flaky one (passed on retry, in continuous integration only) has passed and is listed by
 * flakyTests.
 */
export function countPlaywright(report: PlaywrightReport | null): Count {
  const statuses = (report?.suites ?? []).flatMap(statusesOf);
  const passed = statuses.filter((status) => status === "expected" || status === "flaky").length;
  return { passed, failed: statuses.length - passed + (report?.errors.length ?? 0), skipped: [] };
}

/** Titles of browser tests that passed only on retry. */
export function flakyTests(report: PlaywrightReport | null): string[] {
  const within = (suite: PlaywrightSuite): string[] => [
    ...suite.specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ title = "" }) => title),
    ...(suite.suites ?? []).flatMap(within),
  ];
  return (report?.suites ?? []).flatMap(within);
}

/** The file of each test that Playwright lists. */
export function listedFiles(report: PlaywrightReport | null, folder: string): string[] {
  return (report?.suites ?? []).flatMap((suite) =>
    statusesOf(suite).map(() => `${folder}${suite.file}`),
  );
}

function statusesOf(suite: PlaywrightSuite): string[] {
  const ownStatuses = suite.specs.flatMap((spec) => spec.tests.map((test) => test.status));
  return [...ownStatuses, ...(suite.suites ?? []).flatMap(statusesOf)];
}

/** The last line of a run. */
export function totalLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`;
}
