import { readdir } from "node:fs/promises";
import { pool, sqlState } from "../lib/db.server";
import { readDatabase } from "../lib/readiness.sql.server";
import { FUNCTIONS, MIGRATIONS, readFunctions } from "./sql-functions";

const NO_SUCH_TABLE = "42P01";
const MIGRATE = "Run `npm run migrate` of this version, then start the worker again.";

/**
 * Why a worker of this version must not use this database, in one sentence; null if it may. A
 * database migrated by a later version is fine: migrations only add, and the earlier version keeps
 * running during a rolling upgrade.
 */
export async function findSchemaMismatch(migrations = MIGRATIONS): Promise<string | null> {
  const folders = await readdir(migrations, { withFileTypes: true });
  const ownMigrations = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const applied = await appliedMigrations();
  const missing = ownMigrations.filter((name) => !applied.includes(name));
  if (missing.length > 0)
    return `The database lacks ${missing.length} of this version's migrations (first: ${missing[0]}). ${MIGRATE}`;
  if (applied.some((name) => !ownMigrations.includes(name))) return null; // migrated by a later version
  const files = await readFunctions(FUNCTIONS);
  const storedFiles = await pool.query<{ path: string; sha256: string }>(
    "select path, sha256 from sql_function_file",
  );
  const hashes = new Map(storedFiles.rows.map(({ path, sha256 }) => [path, sha256]));
  const other = files.filter(({ path, sha256 }) => hashes.get(path) !== sha256);
  return other.length === 0
    ? null
    : `The database has other functions than this version (first: ${other[0]!.path}). ${MIGRATE}`;
}

async function appliedMigrations(): Promise<string[]> {
  try {
    return (await readDatabase()).applied;
  } catch (error) {
    if (sqlState(error) === NO_SUCH_TABLE) return [];
    throw error;
  }
}
