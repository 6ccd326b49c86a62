import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The last release: its processes run beside this version's during an upgrade. */
const RELEASE = "4bd30cc";

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optional?: boolean }>;
}

export interface Release {
  folder: string;
  remove: () => void;
}

/**
 * The last release from this repository's history, built in a folder of its own with the packages that are installed here; or why it is not
 * to be had: a clone without history, or other packages.
 */
export function buildRelease(): Release | string {
  const lock = run("git", ["show", `${RELEASE}:package-lock.json`]);
  if (lock === null) return "this clone has no history";
  const installed = JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8")) as Lock;
  const other = Object.entries((JSON.parse(lock) as Lock).packages).find(
    ([path, { version, dev, optional }]) =>
      path !== "" && dev !== true && optional !== true && installed.packages[path]?.version !== version,
  );
  if (other !== undefined) return `${other[0]} is installed in another version`;
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const archive = join(folder, "release.tar");
  run("git", ["archive", `--output=${archive}`, RELEASE]);
  run("tar", ["xf", archive, "-C", folder]);
  rmSync(archive);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  // Not boot.mjs: it would install that release's packages, through the link, into this checkout.
  const prepare = `const { prepare } = await import("./app/commands/prepare.mjs");
    process.exit((await prepare(["client", "widget", "app"])) ? 0 : 1);`;
  if (
    run(process.execPath, ["--input-type=module", "-e", prepare], folder) === null ||
    !existsSync(join(folder, "build"))
  )
    throw new Error("The last release could not be built.");
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a module of the release's own, which prints one line of JSON last. */
export function runInRelease<T>(folder: string, code: string, env: NodeJS.ProcessEnv): T {
  const file = join(folder, "app/testing/run-here.ts");
  mkdirSync(join(folder, "app/testing"), { recursive: true });
  writeFileSync(file, code);
  const done = spawnSync(process.execPath, ["--import", "tsx", file], { cwd: folder, env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout.trim().split("\n").at(-1)!) as T; // it has printed a line
}

function run(program: string, args: string[], cwd = process.cwd()): string | null {
  const done = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  return done.status === 0 ? done.stdout : null;
}
