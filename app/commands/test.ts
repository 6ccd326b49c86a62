// `npm test [unit|integration|stories|thorough|e2e …] [--changed] [--pgbouncer] [--at instant] [part of a file name …]`: those suites, or the
// first three, then one line: N passed, N failed. `npm run test:all`: all five. Tests of which the tool is missing and cannot be had are
// skipped, and said: what follows is N skipped.
// --changed: only the tests that what is not committed yet touches.
// --pgbouncer: the tests of the database reach it through PgBouncer in transaction mode.
// --at: everything that is started believes that it is then: `--at 2026-12-31T23:40:00+01:00`, a name of test-time.ts, or all of those.
// `npm run proof` runs the suite "proof": load that is random or takes minutes, and what breaks the service. It ends with a table; a whole
// run in which nothing failed writes it to app/docs/proof.md.
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
  nothing,
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

const asked = readTestWords(process.argv.slice(2));
const { suites, filters, isPooled, isChanged } = asked;
const reports = mkdtempSync(join(tmpdir(), "booking-reports-"));
let missing: Tool[] = [];
let time: Record<string, string> = {};
let total = nothing();

await runCommand(async () => {
  const instants = instantsOf(asked.at);
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
sayEnd();

async function runSuites(): Promise<Count> {
  const counts: Count[] = [];
  for (const suite of suites) {
    console.log(`\n── ${suite} ──`);
    const began = performance.now();
    const count = await runSuite(suite);
    counts.push(count);
    console.log(
      `\n${suite}: ${totalLine(count)} (${Math.round((performance.now() - began) / 1000)} s)`,
    );
  }
  return sum(counts);
}

/** Tools that are still missing after `boot.mjs` installed what it may. */
function findMissing(): Tool[] {
  const tools = toolsFor(asked);
  const needsBrowser = tools.some(({ name }) => name === "chromium");
  if (needsBrowser && pathOfTool("chromium") === null) fetchChromium(console.log);
  return tools.filter(({ name }) =>
    name === "chromium" ? !runsChromium() : pathOfTool(name) === null,
  );
}

/** Prints the skipped tests with how to run them, then the count. In CI a skipped test counts as failed. */
function sayEnd(): void {
  for (const tool of missing) {
    const { length } = total.skipped.filter((file) =>
      tool.tests.some((one) => file.startsWith(one)),
    );
    const where = tool.tests
      .filter((one) => total.skipped.some((file) => file.startsWith(one)))
      .join(", ");
    const became = isCi() ? "Failed" : "Skipped";
    if (length > 0)
      console.log(
        `\n${became}, because ${tool.title} is missing: ${length} in ${where}. To install it: ${installCommand(tool)}`,
      );
  }
  const { passed, failed, skipped } = total;
  // An error that ends the run counts as a failure.
  const broken = process.exitCode === 1 && failed === 0 ? 1 : 0;
  const end = {
    passed,
    failed: failed + broken + (isCi() ? skipped.length : 0),
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
    return { ...nothing(), failed: 1 };
  if (isBrowser) return runPlaywright(suite);
  const report = join(reports, `${suite}.json`);
  const status = await runVitest(suite, report);
  const text = readReport(report);
  const count = countVitest(
    JSON.parse(text),
    missing.flatMap(({ tests }) => tests),
  );
  const isBad = status !== 0 || (count.passed + count.skipped.length === 0 && !isChanged);
  if (suite === "proof") showProof(text, !isBad && count.skipped.length === 0);
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
    ...chosenBy(suite),
  ];
  const status = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return status === 0
    ? { ...nothing(), skipped: listedFiles(JSON.parse(readReport(report)), "e2e/") }
    : { ...nothing(), failed: 1 };
}

/** Playwright's filter for a suite; all tests of a file that is named. */
function chosenBy(suite: Suite): string[] {
  if (filters.length > 0) return filters;
  return [
    `--grep${suite === "stories" ? "" : "-invert"}=${STORY}`,
    ...(isChanged ? ["--only-changed", "--pass-with-no-tests"] : []),
  ];
}

/** Prints the table of a run; a complete run without failures also updates the page in the docs. */
function showProof(report: string, isGood: boolean): void {
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
  const how = ["--reporter=list,json", `--workers=${workers}`, ...(isCi() ? ["--retries=1"] : [])];
  const args = ["node_modules/playwright/cli.js", "test", ...how, ...chosenBy(suite)];
  const status = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...time });
  const said = JSON.parse(readReport(report));
  for (const title of flakyTests(said))
    console.log(`\nFlaky, passed on retry: ${title}`);
  const count = countPlaywright(said);
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
