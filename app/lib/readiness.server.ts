import { readdir } from "node:fs/promises";
import { databaseState, isDatabaseAway, sqlState } from "./db.server";
import { readDatabase } from "./readiness.sql.server";
import { isWritable } from "./write-probe.sql.server";

const NO_SUCH_TABLE = "42P01";
/** This version's migrations, relative to the directory that every command runs in. */
const MIGRATIONS = "prisma/migrations";

export interface Readiness {
  /** Why this process can't serve; null if it can. */
  reason:
    | "database_away"
    | "database_wrong_settings"
    | "database_takes_no_writes"
    | "migrations_missing"
    | null;
  /**
   * Seconds since a worker's last heartbeat; null before the first. Workers send one every half
   * minute.
   */
  worker_seen_seconds: number | null;
}

/**
 * Whether this process can serve: the database answers, has the expected settings and migrations,
 * and accepts writes. Takes at most 8 seconds.
 */
export async function readReadiness(): Promise<Readiness> {
  const database = await databaseState();
  if (database !== "ready") return { reason: `database_${database}`, worker_seen_seconds: null };
  try {
    const { applied, worker_seen_seconds } = await readDatabase();
    const isMissing = (await migrationsOfThisVersion()).some((name) => !applied.includes(name));
    if (isMissing) return { reason: "migrations_missing", worker_seen_seconds };
    return {
      reason: (await isWritable()) ? null : "database_takes_no_writes",
      worker_seen_seconds,
    };
  } catch (error) {
    if (sqlState(error) === NO_SUCH_TABLE)
      return { reason: "migrations_missing", worker_seen_seconds: null };
    if (isDatabaseAway(error)) return { reason: "database_away", worker_seen_seconds: null };
    throw error;
  }
}

let names: Promise<string[]> | undefined;

async function migrationsOfThisVersion(): Promise<string[]> {
  names ??= readdir(MIGRATIONS, { withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
  );
  return names;
}
