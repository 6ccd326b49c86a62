import { readdir } from "node:fs/promises";
import { databaseState, healthPool, isDatabaseAway, sqlState } from "./db.server";
import { takesWrites } from "./write-probe.sql.server";

const NO_SUCH_TABLE = "42P01";
/** Where the migrations of this version lie, below the folder that every command runs in. */
const MIGRATIONS = "prisma/migrations";

export interface Readiness {
  /** Why this process cannot serve; null when it can. */
  reason: "database_away" | "database_wrong_settings" | "database_takes_no_writes" | "migrations_missing" | null;
  /** How long ago (seconds) a worker was last seen; null before the first one. It says so each half minute. */
  worker_seen_seconds: number | null;
}

/** Whether this process can serve: its database answers, with the settings and tables that this version needs, and writes. Within 8 seconds. */
export async function readReadiness(): Promise<Readiness> {
  const database = await databaseState();
  if (database !== "ready") return { reason: `database_${database}`, worker_seen_seconds: null };
  try {
    const { applied, worker_seen_seconds } = await readDatabase();
    const isMissing = (await migrationsOfThisVersion()).some((name) => !applied.includes(name));
    if (isMissing) return { reason: "migrations_missing", worker_seen_seconds };
    return { reason: (await takesWrites()) ? null : "database_takes_no_writes", worker_seen_seconds };
  } catch (error) {
    if (sqlState(error) === NO_SUCH_TABLE) return { reason: "migrations_missing", worker_seen_seconds: null };
    if (isDatabaseAway(error)) return { reason: "database_away", worker_seen_seconds: null };
    throw error;
  }
}

async function readDatabase(): Promise<{ applied: string[]; worker_seen_seconds: number | null }> {
  const found = await healthPool.query<{ applied: string[]; worker_seen_seconds: number | null }>(
    `select array(select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null) as applied,
      (select extract(epoch from now() - max(cron_on))::int from pgboss.version) as worker_seen_seconds`,
  );
  return found.rows[0]!; // one row by construction
}

let names: Promise<string[]> | undefined;

async function migrationsOfThisVersion(): Promise<string[]> {
  names ??= readdir(MIGRATIONS, { withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
  );
  return names;
}
