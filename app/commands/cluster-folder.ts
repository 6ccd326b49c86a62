import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readJson } from "./data-folder";
import { PlainError } from "./plain-error";
import type { RunAs } from "./postgres-binaries";

// Location of the embedded database relative to DATA_DIR: a copied or moved folder uses its own
// database, never the original's.

/** The record of the database within DATA_DIR. */
export const RECORD = "postgres.json";

interface StoredPlace {
  /** Relative path within the folder, or an absolute path outside it. */
  cluster: string;
  /** DATA_DIR when the database was last started. */
  folder?: string;
}

/** The path of a cluster to record: relative if it is inside the folder. */
export function storedPath(folder: string, cluster: string): string {
  const path = relative(folder, cluster);
  return path.startsWith("..") || isAbsolute(path) ? cluster : path;
}

/** The cluster of `folder`. Throws a PlainError if it belongs to another folder or is missing. */
export function clusterIn(
  folder: string,
  { cluster, folder: originalFolder }: StoredPlace,
): string {
  if (!isAbsolute(cluster)) return resolve(folder, cluster);
  // Versions before 0.2 recorded absolute paths, which a copied folder still contains.
  const localCluster = join(folder, "postgres");
  if (existsSync(join(localCluster, "PG_VERSION"))) return localCluster;
  if (!existsSync(dirname(cluster)))
    throw new PlainError(
      `The database of ${folder} was in ${cluster}, which is missing. Restore it, or move ${join(folder, RECORD)} away to start with an empty database.`,
    );
  if (
    originalFolder !== undefined &&
    originalFolder !== folder &&
    readJson<StoredPlace>(join(originalFolder, RECORD))?.cluster === cluster
  )
    throw new PlainError(
      `${folder} is a copy of ${originalFolder}, whose database is outside it, in ${cluster}. Copy that folder to ${localCluster} too.`,
    );
  return cluster;
}

/** Checks that Postgres's user can access the cluster. */
export function requireReachable(cluster: string, runAs: RunAs): void {
  const above = dirname(cluster);
  if (runAs.uid === undefined || !existsSync(cluster)) return;
  if (spawnSync("test", ["-x", above], { ...runAs, cwd: "/" }).status === 0) return;
  throw new PlainError(
    `The user postgres cannot access ${above}. Move DATA_DIR to a folder that it can access, or set DATABASE_URL.`,
  );
}

/** Files copied by another user are handed over: Postgres refuses data that others own. */
export function giveToUser(cluster: string, runAs: RunAs): void {
  const owner = runAs.uid ?? process.getuid?.();
  if (runAs.uid !== undefined && statSync(cluster).uid !== owner)
    execFileSync("chown", ["-R", `${runAs.uid}:${runAs.gid}`, cluster]);
  if (process.platform !== "win32") chmodSync(cluster, 0o700);
}
