import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readJson } from "./data-folder";
import { PlainError } from "./plain-error";
import type { RunAs } from "./postgres-binaries";

// Where the embedded database lies, as DATA_DIR remembers it: a folder that is copied or moved takes its own database along, and never opens another's.

/** What DATA_DIR remembers of its database. */
export const RECORD = "postgres.json";

interface KeptPlace {
  /** Within the folder, or the whole path of a place outside it. */
  cluster: string;
  /** DATA_DIR as it was when the database was last started. */
  folder?: string;
}

/** The path to keep of a cluster: within the folder where it lies there. */
export function keptPath(folder: string, cluster: string): string {
  const path = relative(folder, cluster);
  return path.startsWith("..") || isAbsolute(path) ? cluster : path;
}

/** Where the cluster of `folder` lies. Throws a PlainError where it is another folder's, or not where it was. */
export function clusterIn(folder: string, { cluster, folder: before }: KeptPlace): string {
  if (!isAbsolute(cluster)) return resolve(folder, cluster);
  // Versions before 0.2 kept whole paths, which a copy takes along.
  const own = join(folder, "postgres");
  if (existsSync(join(own, "PG_VERSION"))) return own;
  if (!existsSync(dirname(cluster)))
    throw new PlainError(
      `The database of ${folder} was kept in ${cluster}, which is not there. Put it back, or move ${join(folder, RECORD)} away to start afresh.`,
    );
  if (
    before !== undefined &&
    before !== folder &&
    readJson<KeptPlace>(join(before, RECORD))?.cluster === cluster
  )
    throw new PlainError(
      `${folder} is a copy of ${before}, whose database is kept outside it, in ${cluster}. Copy that folder to ${own} too.`,
    );
  return cluster;
}

/** Whether the user that Postgres runs as may come to the cluster. */
export function requireReachable(cluster: string, runAs: RunAs): void {
  const above = dirname(cluster);
  if (runAs.uid === undefined || !existsSync(cluster)) return;
  if (spawnSync("test", ["-x", above], { ...runAs, cwd: "/" }).status === 0) return;
  throw new PlainError(
    `The user postgres may not enter ${above}. Move DATA_DIR to a folder that it may enter, or set DATABASE_URL.`,
  );
}

/** What was copied by another user belongs to that one: Postgres starts on nothing that is not its user's alone. */
export function giveToUser(cluster: string, runAs: RunAs): void {
  const owner = runAs.uid ?? process.getuid?.();
  if (runAs.uid !== undefined && statSync(cluster).uid !== owner)
    execFileSync("chown", ["-R", `${runAs.uid}:${runAs.gid}`, cluster]);
  if (process.platform !== "win32") chmodSync(cluster, 0o700);
}
