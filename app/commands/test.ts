// `npm test [unit|integration|e2e …] [--pgbouncer] [part of a file name …]`: those suites, or these three, then one line: N passed, N failed.
// --pgbouncer: the integration tests reach their database through PgBouncer in transaction mode.
// `npm run proof` runs the suite "proof": load that is random or takes minutes, and what breaks the service. It ends with a table; a whole
// run in which nothing failed writes it to app/docs/proof.md.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { testEnvironment } from "../testing/environment";
import { proofPage, proofRows, proofTable } from "./proof-table";
import { countPlaywright, countVitest, type Count } from "./test-report";

const SUITES = ["unit", "integration", "e2e", "proof"] as const;
type Suite = (typeof SUITES)[number];
const isSuite = (word: string): word is Suite => SUITES.some((suite) => suite === word);

/** How the browser tests are divided, in per cent of their number: those of the dashboard, which come first, take longer. */
const SHARD_WEIGHTS = "35:65";

const words = process.argv.slice(2);
const chosen = SUITES.filter((suite) => words.includes(suite));
const isPooled = words.includes("--pgbouncer");
const filters = words.filter((word) => !isSuite(word) && word !== "--pgbouncer");
const reports = mkdtempSync(join(tmpdir(), "booking-reports-"));

const usual = SUITES.filter((suite) => suite !== "proof");
const total: Count = { passed: 0, failed: 0 };
for (const suite of chosen.length > 0 ? chosen : usual) {
  console.log(`\n── ${suite} ──`);
  const count = await runSuite(suite);
  total.passed += count.passed;
  total.failed += count.failed;
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);

/** A suite that ends badly without a failed test (it crashed, or found no test) counts as one failure. */
async function runSuite(suite: Suite): Promise<Count> {
  // All but unit tests start processes, which run what was built.
  if (suite !== "unit" && (await run(["app/commands/boot.mjs", "build"], {})) !== 0) return { passed: 0, failed: 1 };
  if (suite === "e2e" && !(await findChromium())) return { passed: 0, failed: 1 };
  if (suite === "e2e") return runShards();
  const report = join(reports, `${suite}.json`);
  const status = await runVitest(suite, report);
  const text = readReport(report);
  const count = countVitest(JSON.parse(text));
  const isBad = status !== 0 || count.passed === 0;
  if (suite === "proof") showProof(text, !isBad);
  return isBad && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "null";
}

/** All browser tests in two parts at once, each with a stack of its own; chosen files in one. */
async function runShards(): Promise<Count> {
  const shards = filters.length > 0 || availableParallelism() === 1 ? 1 : 2;
  const counts = await Promise.all(Array.from({ length: shards }, (_, index) => runPlaywright(index + 1, shards)));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** The table of a run; of a whole one without a failure it becomes the page in the docs. */
function showProof(report: string, isGood: boolean): void {
  const rows = proofRows(JSON.parse(report));
  console.log(`\n${proofTable(rows)}`);
  if (!isGood || filters.length > 0) return;
  const [load = 0] = loadavg();
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load average ${load.toFixed(1)} at the end`;
  writeFileSync("app/docs/proof.md", proofPage(rows, new Date().toISOString().slice(0, 10), machine));
}

function runVitest(suite: Suite, report: string): Promise<number> {
  // Parts of the proof measure times, and kill what others would need.
  const alone = suite === "proof" ? ["--no-file-parallelism"] : [];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return run(["node_modules/vitest/vitest.mjs", "run", "--project", suite, ...alone, ...reporters, ...filters], {
    ...(isPooled ? { TEST_PGBOUNCER: "1" } : {}),
  });
}

async function runPlaywright(shard: number, shards: number): Promise<Count> {
  const report = join(reports, `e2e-${shard}.json`);
  const part = shards === 1 ? [] : [`--shard=${shard}/${shards}`, `--output=test-results/e2e-${shard}`];
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...part, ...filters];
  const weights: Record<string, string> = shards === 1 ? {} : { PWTEST_SHARD_WEIGHTS: SHARD_WEIGHTS };
  const status = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...weights });
  const count = countPlaywright(JSON.parse(readReport(report)));
  return (status !== 0 || count.passed === 0) && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** The Chromium of CHROMIUM_PATH, of the system or of Playwright; outside CI Playwright's is fetched when there is none. */
async function findChromium(): Promise<boolean> {
  const places = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", chromium.executablePath()];
  if (places.some((path) => path && existsSync(path))) return true;
  if (!process.env.CI) {
    console.log("There is no Chromium yet: fetching Playwright's…");
    if ((await run(["node_modules/@playwright/test/cli.js", "install", "chromium"], {})) === 0) return true;
  }
  console.log(
    "The browser tests need a Chromium. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) " +
      "or name it in CHROMIUM_PATH.",
  );
  return false;
}

function run(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env: { ...testEnvironment(), ...env }, stdio: "inherit" });
    const forward = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on("SIGTERM", forward);
    child.on("close", (code) => {
      process.off("SIGTERM", forward);
      resolve(code ?? 1);
    });
  });
}
