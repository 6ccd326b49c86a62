// Tools for tests that npm does not install. Plain JavaScript: they are checked before packages are
// installed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/** @typedef {"postgres" | "pgbouncer" | "patroni" | "etcd" | "radicale" | "xandikos" | "chromium" | "php" | "go" | "fastapi" | "faketime"} ToolName */
/**
 * @typedef {object} Tool
 * @property {ToolName} name
 * @property {string} title
 * @property {() => string | null} find where it is on this machine
 * @property {string} debian its package on Debian and Ubuntu, or several
 * @property {boolean} [isSnap] Ubuntu's package is a snap, which a test cannot run
 * @property {string} elsewhere the command that installs it where there is no such package
 * @property {string[]} tests the files that need it, or their folder; empty: only needed for an option
 */

/** All of these come from one folder, so that server and client programs have one version. */
const POSTGRES_PROGRAMS = ["postgres", "initdb", "pg_basebackup", "pg_dump", "pg_restore", "psql"];
const DEBIAN_POSTGRES = "/usr/lib/postgresql";
const PLAYWRIGHT = "npx playwright install --with-deps chromium";

/**
 * The one table of them. A new tool is a row here; its tests ask for it with `needsTool` (testing/needs-tool.ts).
 * @type {Tool[]}
 */
export const TOOLS = [
  {
    name: "postgres",
    title: "PostgreSQL with its client programs",
    find: () => [...debianPostgres(), ...foldersOfPath()].find(holdsPostgres) ?? null,
    debian: "postgresql",
    elsewhere: "brew install postgresql@17 && brew link postgresql@17",
    tests: [
      "app/commands/backup.thorough.test.ts",
      "app/testing/standby.proof.test.ts",
      "app/testing/proof/failover.proof.test.ts",
    ],
  },
  {
    name: "pgbouncer",
    title: "PgBouncer",
    find: () =>
      firstOf(
        ["/usr/sbin", "/usr/local/sbin", ...foldersOfPath()].map((folder) =>
          join(folder, "pgbouncer"),
        ),
      ),
    debian: "pgbouncer",
    elsewhere: "brew install pgbouncer",
    tests: [
      "app/lib/db-pooler.thorough.test.ts",
      "app/testing/overbooking-pooler.thorough.test.ts",
      "app/testing/proof/failover.proof.test.ts",
    ],
  },
  {
    name: "patroni",
    title: "Patroni",
    find: () => firstOf(foldersOfPath().map((folder) => join(folder, "patroni"))),
    debian: "patroni",
    elsewhere: "python3 -m pip install 'patroni[etcd3,psycopg3]==3.0.2'",
    tests: ["app/testing/proof/failover.proof.test.ts"],
  },
  {
    name: "etcd",
    title: "etcd",
    find: () => firstOf(foldersOfPath().map((folder) => join(folder, "etcd"))),
    debian: "etcd-server",
    elsewhere: "brew install etcd",
    tests: ["app/testing/proof/failover.proof.test.ts"],
  },
  {
    name: "radicale",
    title: "Radicale (a CalDAV server)",
    find: () => firstOf(foldersOfPath().map((folder) => join(folder, "radicale"))),
    debian: "radicale",
    elsewhere: "python3 -m pip install radicale==3.1.8",
    tests: [
      "app/adapters/calendars/caldav.thorough.test.ts",
      "app/adapters/calendars/caldav-rights.thorough.test.ts",
      "app/domain/calendars/late-write.thorough.test.ts",
      "app/testing/storm/calendar-storm.thorough.test.ts",
      "app/testing/proof/calendars.proof.test.ts",
    ],
  },
  {
    name: "xandikos",
    title: "Xandikos (a CalDAV server)",
    find: () => firstOf(foldersOfPath().map((folder) => join(folder, "xandikos"))),
    debian: "xandikos",
    elsewhere: "python3 -m pip install xandikos==0.2.8",
    tests: ["app/adapters/calendars/caldav.thorough.test.ts"],
  },
  {
    name: "chromium",
    title: "Chromium",
    find: () => firstOf([process.env.CHROMIUM_PATH, "/usr/bin/chromium"]) ?? playwrightChromium(),
    debian: "chromium",
    isSnap: true,
    elsewhere: PLAYWRIGHT,
    tests: ["e2e/"],
  },
  {
    name: "php",
    title: "PHP",
    find: () => firstOf(foldersOfPath().map((folder) => join(folder, "php"))),
    debian: "php-cli",
    elsewhere: "brew install php",
    tests: ["app/docs/samples.proof.test.ts"],
  },
  {
    name: "go",
    title: "Go",
    find: () => firstOf(foldersOfPath().map((folder) => join(folder, "go"))),
    debian: "golang-go",
    elsewhere: "brew install go",
    tests: ["app/docs/samples.proof.test.ts"],
  },
  {
    name: "fastapi",
    title: "FastAPI (a Python that has it, with uvicorn)",
    find: () =>
      pythons().find(
        (python) => spawnSync(python, ["-c", "import fastapi, uvicorn"]).status === 0,
      ) ?? null,
    debian: "python3-fastapi python3-uvicorn",
    elsewhere: "python3 -m pip install fastapi uvicorn",
    tests: ["app/docs/samples.proof.test.ts"],
  },
  {
    name: "faketime",
    title: "libfaketime (for --at)",
    find: () =>
      firstOf(
        ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`),
      ),
    debian: "faketime",
    elsewhere: "your system's package of libfaketime; Linux only",
    tests: [],
  },
];

/** Path of the tool on this machine; null if missing. @param {ToolName} name */
export function pathOfTool(name) {
  return TOOLS.find((tool) => tool.name === name).find();
}

/** @param {Tool} tool */
export function installCommand(tool) {
  if (!hasPackage(tool)) return tool.elsewhere;
  return `${process.getuid?.() === 0 ? "" : "sudo "}apt-get install ${tool.debian}`;
}

/**
 * Tools that a run needs. Tools that none of the chosen files uses are not looked up. @param
 * {ReturnType<import("./test-words.mjs").readTestWords>} words
 */
export function toolsFor(words) {
  return TOOLS.filter((tool) => {
    if (tool.name === "faketime") return words.at !== null;
    if (tool.name === "pgbouncer" && words.isPooled) return true;
    return areChosen(tool.tests, words);
  });
}

/** Installed when one of these runs, and for type checks. */
const OPENAPI_TESTS = [
  "app/testing/openapi/generators.proof.test.ts",
  "app/testing/openapi/openapi-tools.thorough.test.ts",
];

/** @param {ReturnType<import("./test-words.mjs").readTestWords>} words */
export function needsOpenApiTools(words) {
  return areChosen(OPENAPI_TESTS, words);
}

/** @param {string[]} tests @param {ReturnType<import("./test-words.mjs").readTestWords>} words */
function areChosen(tests, { suites, filters }) {
  const files = tests.filter((file) => suitesOf(file).some((suite) => suites.includes(suite)));
  return files.some(
    (file) =>
      file.endsWith("/") || filters.length === 0 || filters.some((part) => file.includes(part)),
  );
}

/** @param {string} file @returns {import("./test-words.mjs").Suite[]} */
function suitesOf(file) {
  if (file.startsWith("e2e/")) return ["stories", "e2e"];
  if (file.includes(".proof.test.")) return ["proof"];
  return file.includes(".thorough.test.") ? ["thorough"] : ["integration"];
}

/**
 * Finds the tools and installs missing ones as system packages where this process may. Prints the
 * result. @param {Tool[]} tools @param {(line: string) => void} print
 */
export function provideTools(tools, print) {
  const missing = tools.filter((tool) => tool.find() === null);
  const present = tools.filter((tool) => !missing.includes(tool));
  if (present.length > 0) print(`Found ${titles(present)}.`);
  if (missing.length === 0) return;
  const packaged = missing.filter(hasPackage);
  const asRoot = packaged.length > 0 ? rootPrefix() : null;
  if (asRoot !== null) install(packaged, asRoot, print);
  const unavailable = missing.filter((tool) => tool.find() === null);
  if (unavailable.some(({ name }) => name === "chromium"))
    print("Chromium is missing. Playwright downloads its own.");
  for (const tool of unavailable.filter(({ name }) => name !== "chromium"))
    print(`${tool.title} is missing. To install it: ${installCommand(tool)}`);
}

/** @param {Tool[]} tools @param {string[]} asRoot @param {(line: string) => void} print */
function install(tools, asRoot, print) {
  const run = (/** @type {string[]} */ ...words) => {
    const [program, ...args] = [
      ...asRoot,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-qq",
      ...words,
    ];
    return spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  };
  print(
    `Missing: ${titles(tools)}. Installing with apt-get: ${tools.map(({ debian }) => debian).join(", ")}…`,
  );
  run("update");
  for (const { debian } of tools) {
    const { status, stderr } = run(
      "install",
      "-y",
      "--no-install-recommends",
      "-o",
      "DPkg::Lock::Timeout=300",
      ...debian.split(" "),
    );
    print(
      status === 0
        ? `  ${debian} is installed.`
        : `  ${debian} could not be installed: ${lastLine(stderr)}`,
    );
  }
}

/**
 * Downloads Playwright's Chromium if the system has none, with its libraries where this process may
 * install them. @param {(line: string) => void} print
 */
export function fetchChromium(print) {
  const withLibraries = isDebianLike() && rootPrefix() !== null ? ["--with-deps"] : [];
  print("Downloading Playwright's Chromium…");
  const args = ["node_modules/playwright/cli.js", "install", ...withLibraries, "chromium"];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const path = playwrightChromium();
  if (status !== 0 || path === null)
    return print(`Chromium could not be downloaded: ${lastLine(stderr)}`);
  print("  done.");
}

/** Whether the browser starts: Playwright's download needs libraries that a bare system lacks. */
export function runsChromium() {
  const path = pathOfTool("chromium");
  return path !== null && spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}

/** @param {Tool} tool */
function hasPackage({ isSnap }) {
  return isDebianLike() && !(isSnap && /^ID(_LIKE)?=.*ubuntu/m.test(readText("/etc/os-release")));
}

function isDebianLike() {
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readText("/etc/os-release")) && isOnPath("apt-get");
}

/**
 * The prefix that runs a command as root: empty for root, `sudo -n` where it needs no password,
 * otherwise null.
 */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0
    ? ["sudo", "-n"]
    : null;
}

function debianPostgres() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).map(Number) : [];
  return versions
    .sort((one, other) => other - one)
    .map((version) => join(DEBIAN_POSTGRES, String(version), "bin"));
}

/** @param {string} folder */
function holdsPostgres(folder) {
  return POSTGRES_PROGRAMS.every((program) => existsSync(join(folder, program)));
}

function playwrightChromium() {
  try {
    const { chromium } = createRequire(import.meta.url)("playwright");
    return firstOf([chromium.executablePath()]);
  } catch {
    return null; // not installed yet
  }
}

function foldersOfPath() {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** All python3 on the PATH: the system's has the system's packages. */
function pythons() {
  return foldersOfPath()
    .map((folder) => join(folder, "python3"))
    .filter((file) => existsSync(file));
}

/** @param {string} program */
function isOnPath(program) {
  return foldersOfPath().some((folder) => existsSync(join(folder, program)));
}

/** @param {(string | undefined)[]} paths */
function firstOf(paths) {
  return paths.find((path) => path !== undefined && path !== "" && existsSync(path)) ?? null;
}

/** @param {Tool[]} tools */
function titles(tools) {
  return tools.map(({ title }) => title).join(", ");
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split("\n").at(-1) || "no reason given";
}

/** @param {string} path */
function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
