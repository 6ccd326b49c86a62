// Runs tests: `npm test [unit|integration|stories|thorough|e2e …] [options] [part of a file name …]`,
// by default the first three suites; `npm run test:all` runs all five. The last line is
// "N passed, N failed", followed by "N skipped" if a tool is missing and could not be installed.
//   --changed: only tests that the uncommitted changes touch.
//   --pgbouncer: connects database tests through PgBouncer in transaction mode.
//   --at: sets the time for every process: an instant (`2026-12-31T23:40:00+01:00`), a name of
//     test-time.ts, or `all` of those.
// `npm run proof` runs the suite "proof" (random or long load, fault injection) and prints a table.
// A complete run without failures writes the table to app/docs/proof.md.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { testEnvironment } from "../testing/environment";
import { PlainError, runCommand } from "./plain-error";
import { probeRows, probeTable, proofPage, proofRows, proofTable } from "./proof-table";
import {
  type Count,
  countPlaywright,
  countVitest,
  flakyTests,
  listedFiles,
  emptyCount,
  sum,
  totalLine,
} from "./test-report";
import { environmentAt, instantsOf } from "./test-time";
import {
  fetchChromium,
  installCommand,
  pathOfTool,
  runsChromium,
  type Tool,
  toolsFor,
} from "./test-tools.mjs";
import { readTestWords, type Suite } from "./test-words.mjs";

const STORY = "@story";

const testArgs = readTestWords(process.argv.slice(2));
const { suites, filters, isPooled, isChanged } = testArgs;
const reports = mkdtempSync(join(tmpdir(), "booking-reports-"));
let missing: Tool[] = [];
let time: Record<string, string> = {};
let total = emptyCount();

await runCommand(async () => {
  const instants = instantsOf(testArgs.at);
  missing = findMissing();
  if (missing.some(({ name }) => name === "faketime"))
    throw new PlainError("--at needs libfaketime (see above).");
  for (const instant of instants) {
    time = environmentAt(instant);
    if (instant !== null) console.log(`\n══ at ${instant} ══`);
    total = sum([total, await runSuites()]);
  }
});
rmSync(reports, { recursive: true, force: true });
printTotals();

async function runSuites(): Promise<Count> {
  const counts: Count[] = [];
  for (const suite of suites) {
    console.log(`\n── ${suite} ──`);
    const startedAt = performance.now();
    const count = await runSuite(suite);
    counts.push(count);
    console.log(
      `\n${suite}: ${totalLine(count)} (${Math.round((performance.now() - startedAt) / 1000)} s)`,
    );
  }
  return sum(counts);
}

/** Tools that are still missing after `boot.mjs` installed what it may. */
function findMissing(): Tool[] {
  const tools = toolsFor(testArgs);
  const needsBrowser = tools.some(({ name }) => name === "chromium");
  if (needsBrowser && pathOfTool("chromium") === null) fetchChromium(console.log);
  return tools.filter(({ name }) =>
    name === "chromium" ? !runsChromium() : pathOfTool(name) === null,
  );
}

/**
 * Prints the skipped tests with how to run them, then the count. In CI a skipped test counts as
 * failed.
 */
function printTotals(): void {
  for (const tool of missing) {
    const { length } = total.skipped.filter((file) =>
      tool.tests.some((one) => file.startsWith(one)),
    );
    const where = tool.tests
      .filter((one) => total.skipped.some((file) => file.startsWith(one)))
      .join(", ");
    const outcome = isCi() ? "Failed" : "Skipped";
    if (length > 0)
      console.log(
        `\n${outcome}, because ${tool.title} is missing: ${length} in ${where}. To install it: ${installCommand(tool)}`,
      );
  }
  const { passed, failed, skipped } = total;
  // An error that ends the run counts as a failure.
  const crashed = process.exitCode === 1 && failed === 0 ? 1 : 0;
  const end = {
    passed,
    failed: failed + crashed + (isCi() ? skipped.length : 0),
    skipped: isCi() ? [] : skipped,
  };
  process.exitCode = end.failed > 0 ? 1 : 0;
  console.log(`\n${totalLine(end)}`);
}

function isCi(): boolean {
  return !["", "0", "false"].includes(process.env.CI ?? "");
}

/**
 * Runs a suite. One that exits badly without a failed test (a crash, or no tests found) counts as
 * one failure.
 */
async function runSuite(suite: Suite): Promise<Count> {
  const isBrowser = suite === "stories" || suite === "e2e";
  if (isBrowser && missing.some(({ name }) => name === "chromium")) return listBrowserTests(suite);
  // All suites but unit start processes, which run the build.
  if (suite !== "unit" && (await run(["app/commands/boot.mjs", "build"], {})) !== 0)
    return { ...emptyCount(), failed: 1 };
  if (isBrowser) return runPlaywright(suite);
  const report = join(reports, `${suite}.json`);
  const status = await runVitest(suite, report);
  const text = readReport(report);
  const count = countVitest(
    JSON.parse(text),
    missing.flatMap(({ tests }) => tests),
  );
  const isBad = status !== 0 || (count.passed + count.skipped.length === 0 && !isChanged);
  if (suite === "proof") printProof(text, !isBad && count.skipped.length === 0);
  return isBad && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "null";
}

/** Lists the browser tests that would run, if there is no browser. */
async function listBrowserTests(suite: Suite): Promise<Count> {
  const report = join(reports, `${suite}-list.json`);
  const args = [
    "node_modules/playwright/cli.js",
    "test",
    "--list",
    "--reporter=json",
    ...playwrightFilter(suite),
  ];
  const status = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return status === 0
    ? { ...emptyCount(), skipped: listedFiles(JSON.parse(readReport(report)), "e2e/") }
    : { ...emptyCount(), failed: 1 };
}

/** Playwright's filter for a suite; all tests of a file that is named. */
function playwrightFilter(suite: Suite): string[] {
  if (filters.length > 0) return filters;
  return [
    `--grep${suite === "stories" ? "" : "-invert"}=${STORY}`,
    ...(isChanged ? ["--only-changed", "--pass-with-no-tests"] : []),
  ];
}

/** Prints the table of a run; a complete run without failures also updates the page in the docs. */
function printProof(report: string, isGood: boolean): void {
  const rows = proofRows(JSON.parse(report));
  const probes = probeRows(JSON.parse(report));
  console.log(`\n${proofTable(rows)}\n\n${probeTable(probes)}`);
  if (!isGood || filters.length > 0) return;
  const [load = 0] = loadavg();
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load average ${load.toFixed(1)} at the end`;
  writeFileSync(
    "app/docs/proof.md",
    proofPage(rows, probes, new Date().toISOString().slice(0, 10), machine),
  );
}

function runVitest(suite: Suite, report: string): Promise<number> {
  // Parts of the proof measure times or kill shared processes.
  const alone = suite === "proof" ? ["--no-file-parallelism"] : [];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const touched = isChanged ? ["--changed", "--passWithNoTests"] : [];
  const args = ["run", "--project", `${suite}*`, ...alone, ...touched, ...reporters, ...filters];
  return run(["node_modules/vitest/vitest.mjs", ...args], {
    ...time,
    ...(isPooled ? { TEST_PGBOUNCER: "1" } : {}),
  });
}

/**
 * Runs all browser tests in two workers, each with its own stack; a few, or those of chosen files,
 * in one.
 */
async function runPlaywright(suite: Suite): Promise<Count> {
  const report = join(reports, `${suite}.json`);
  const workers = suite === "stories" || filters.length > 0 || availableParallelism() === 1 ? 1 : 2;
  // CI retries a failed browser test once and names it, so that a flaky test is fixed without
  // blocking a landing.
  const options = [
    "--reporter=list,json",
    `--workers=${workers}`,
    ...(isCi() ? ["--retries=1"] : []),
  ];
  const args = ["node_modules/playwright/cli.js", "test", ...options, ...playwrightFilter(suite)];
  const status = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...time });
  const results = JSON.parse(readReport(report));
  for (const title of flakyTests(results)) console.log(`\nFlaky, passed on retry: ${title}`);
  const count = countPlaywright(results);
  const isBad = status !== 0 || (count.passed === 0 && !isChanged);
  return isBad && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function run(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      env: { ...testEnvironment(), ...env },
      stdio: "inherit",
    });
    const forward = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on("SIGTERM", forward);
    child.on("close", (code) => {
      process.off("SIGTERM", forward);
      resolve(code ?? 1);
    });
  });
}
