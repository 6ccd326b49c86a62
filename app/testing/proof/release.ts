import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Until 1.0.0 is tagged: the commit with the tables of its baseline. */
const RELEASE = "7812baa0";

export interface Release {
  folder: string;
  remove: () => void;
}

/**
 * Builds the last release from the repository's history in a separate folder with its own packages
 * (from npm's registry); returns the reason if that is impossible, as in a shallow clone.
 */
export function buildRelease(): Release | string {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const archive = join(folder, "release.tar");
  if (run("git", ["archive", `--output=${archive}`, RELEASE]) === null) {
    remove();
    return "this clone has no history";
  }
  run("tar", ["xf", archive, "-C", folder]);
  rmSync(archive);
  if (
    run(process.execPath, ["app/commands/boot.mjs", "build"], folder) === null ||
    !existsSync(join(folder, "build"))
  )
    throw new Error("The last release could not be built.");
  return { folder, remove };
}

/** Runs a module of the release, which prints one line of JSON last. */
export function runInRelease<T>(folder: string, code: string, env: NodeJS.ProcessEnv): T {
  const file = join(folder, "app/testing/run-here.ts");
  mkdirSync(join(folder, "app/testing"), { recursive: true });
  writeFileSync(file, code);
  const done = spawnSync(process.execPath, ["--import", "tsx", file], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return JSON.parse(done.stdout.trim().split("\n").at(-1)!) as T; // it has printed a line
}

function run(program: string, args: string[], cwd = process.cwd()): string | null {
  const done = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  return done.status === 0 ? done.stdout : null;
}
