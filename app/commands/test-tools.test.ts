import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installCommand, provideTools, type Tool, TOOLS, toolsFor } from "./test-tools.mjs";
import { sourceFiles } from "../testing/source-files";
import { readTestWords } from "./test-words.mjs";

const namesFor = (...words: string[]) => toolsFor(readTestWords(words)).map(({ name }) => name);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "test-tools-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test.each([
  [[], ["chromium"]],
  [["--all"], ["postgres", "pgbouncer", "radicale", "xandikos", "chromium"]],
  [["unit"], []],
  [["integration"], []],
  [["thorough"], ["postgres", "pgbouncer", "radicale", "xandikos"]],
  [["thorough", "backup"], ["postgres"]],
  [["thorough", "db-pooler"], ["pgbouncer"]],
  [["integration", "slug", "--pgbouncer"], ["pgbouncer"]],
  [["e2e", "desk.spec"], ["chromium"]],
  [["proof"], ["postgres", "pgbouncer", "patroni", "etcd", "radicale", "php", "go", "fastapi"]],
  [
    ["proof", "failover"],
    ["postgres", "pgbouncer", "patroni", "etcd"],
  ],
  [["unit", "--at", "2026-12-31T23:40:00Z"], ["faketime"]],
])("npm test %j looks for %j", (words, tools) => {
  expect(namesFor(...words)).toEqual(tools);
});

test("the cheapest suite runs first, whatever the order of the arguments", () => {
  expect(readTestWords(["e2e", "unit", "slug"])).toMatchObject({
    suites: ["unit", "e2e"],
    filters: ["slug"],
  });
  const plain = { filters: [], isPooled: false, isChanged: false, at: null };
  expect(readTestWords([])).toEqual({ suites: ["unit", "integration", "stories"], ...plain });
  const all = ["unit", "integration", "stories", "thorough", "e2e"];
  expect(readTestWords(["--all"])).toEqual({ suites: all, ...plain });
  expect(readTestWords(["--changed"])).toMatchObject({ filters: [], isChanged: true });
  expect(readTestWords(["unit", "--at", "all", "slug"])).toMatchObject({
    filters: ["slug"],
    at: "all",
  });
});

test("the table lists exactly the files that need a tool", () => {
  const files = sourceFiles("app").filter((name) => /\.test\.tsx?$/.test(name));
  const filesNeeding = (tool: Tool) =>
    files.filter((file) =>
      new RegExp(`needsTool\\([^)]*"${tool.name}"`).test(readFileSync(file, "utf8")),
    );
  for (const tool of TOOLS.filter(({ tests }) => tests.some((one) => !one.endsWith("/"))))
    expect([...tool.tests].sort(), tool.name).toEqual(filesNeeding(tool).sort());
  for (const { tests } of TOOLS) for (const one of tests) expect(existsSync(one), one).toBe(true);
});

/** A tool that is found once `apt-get install` has created a file named after its package. */
const packaged = (debian: string): Tool => ({
  name: "pgbouncer",
  title: `The ${debian}`,
  debian,
  elsewhere: "brew install it",
  tests: [],
  find: () => (existsSync(join(folder, debian)) ? join(folder, debian) : null),
});

/**
 * Puts a fake `apt-get` (and `sudo`, for non-root users) on the PATH that records its arguments and
 * fails for the package "broken".
 */
function stubAptGet(): string {
  const log = join(folder, "calls");
  const script = `#!/bin/sh
echo "$DEBIAN_FRONTEND $*" >> ${log}
for last; do :; done
if [ "$last" = broken ]; then echo "E: no such package" >&2; exit 100; fi
case "$*" in *install*) : > "${folder}/$last";; esac
`;
  writeFileSync(join(folder, "apt-get"), script);
  writeFileSync(join(folder, "sudo"), `#!/bin/sh\nshift\nexec "$@"\n`);
  for (const program of ["apt-get", "sudo"]) chmodSync(join(folder, program), 0o755);
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  return log;
}

const isDebian = existsSync("/etc/debian_version");

test("installs each missing package separately and reports it", () => {
  const log = stubAptGet();
  const lines: string[] = [];
  provideTools([packaged("one"), packaged("broken"), packaged("two")], (line) => lines.push(line));
  const manager = isDebian ? readFileSync(log, "utf8").trim().split("\n") : [];
  expect(manager).toEqual(
    isDebian
      ? [
          "noninteractive -qq update",
          ...["one", "broken", "two"].map(
            (name) =>
              `noninteractive -qq install -y --no-install-recommends -o DPkg::Lock::Timeout=300 ${name}`,
          ),
        ]
      : [],
  );
  const missing = isDebian
    ? [packaged("broken")]
    : [packaged("one"), packaged("broken"), packaged("two")];
  expect(lines).toEqual([
    ...(isDebian
      ? [
          "Missing: The one, The broken, The two. Installing with apt-get: one, broken, two…",
          "  one is installed.",
          "  broken could not be installed: E: no such package",
          "  two is installed.",
        ]
      : []),
    ...missing.map((tool) => `${tool.title} is missing. To install it: ${installCommand(tool)}`),
  ]);
  lines.length = 0;
  provideTools(isDebian ? [packaged("one")] : [], (line) => lines.push(line));
  expect(lines).toEqual(isDebian ? ["Found The one."] : []);
});

test("without the right to install, prints what is missing and how to install it", () => {
  symlinkSync(process.execPath, join(folder, "node"));
  const script = `
    process.getuid = () => 1000;
    process.env.PATH = ${JSON.stringify(folder)};
    const { provideTools } = await import("./app/commands/test-tools.mjs");
    provideTools([{ name: "pgbouncer", title: "PgBouncer", find: () => null, debian: "pgbouncer", elsewhere: "brew install pgbouncer", tests: [] }], console.log);
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(stdout.trim()).toBe("PgBouncer is missing. To install it: brew install pgbouncer");
});
