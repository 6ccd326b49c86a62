import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type {
  DiffTarget,
  MigrationList,
  SchemaEngine,
} from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { createMigrationAdapter, SCRIPT_LOCK } from "./migration-adapter";
import { PlainError } from "./plain-error";
import { storeSessionSettings, migrationSettings } from "./session-settings";
import { applyFunctions, FUNCTIONS, MIGRATIONS } from "./sql-functions";
import { connectToUsable } from "./usable-database";

const SCHEMA = "prisma/schema.prisma";
const EMPTY = "-- This is an empty migration.";
const NO_FILTERS = { externalTables: [], externalEnums: [] };
// Advisory lock of this command, so that two nodes migrate one after the other. An arbitrary
// number.
const ADVISORY_LOCK = 4_862_201_917;
/** First migration of the versions before 1.0.0, whose steps the baseline replaces. */
const FIRST_BEFORE_BASELINE = "20261120000000_start";
/** Attempts of a migration whose tables are in use: two minutes, including pauses. */
const TRIES = 25;

/**
 * Applies pending migrations and then changed function files to `databaseUrl`, one process at a
 * time, and updates the role's settings. Returns the migrations' names in order. Connects directly
 * to Postgres: session locks don't work through a pooler. Another `folder` of migrations creates an
 * older or newer database, whose functions stay as its migrations made them.
 */
export async function applyMigrations(
  databaseUrl: string,
  folder = MIGRATIONS,
  tries = TRIES,
): Promise<string[]> {
  const client = await connectToUsable(databaseUrl);
  try {
    await migrationSettings(client, 0);
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    // The script of a killed process may still be running; its record is final only when it has
    // ended.
    await client.query("select pg_advisory_lock($1), pg_advisory_unlock($1)", [SCRIPT_LOCK]);
    await refuseBeforeBaseline(client);
    await storeSessionSettings(client);
    const migrationsList = await readMigrations(folder);
    const applied = await withEngine(databaseUrl, migrationsList, tries, async (engine) => {
      const question = { migrationsList, optInToShadowDatabase: false, filters: NO_FILTERS };
      const { failedMigrationNames } = await engine.diagnoseMigrationHistory(question);
      // A migration and its record share a transaction: one without a record left nothing behind
      // and can be retried after a fix.
      for (const migrationName of failedMigrationNames)
        await engine.markMigrationRolledBack({ migrationName });
      return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS }))
        .appliedMigrationNames;
    });
    if (folder === MIGRATIONS && !(await isAhead(client, migrationsList)))
      await applyFunctions(client, FUNCTIONS);
    return applied;
  } finally {
    await client.end(); // releases the lock too
  }
}

/**
 * Throws for a database of a version before the baseline: its tables are there already, without a
 * record that says so.
 */
async function refuseBeforeBaseline(client: pg.Client): Promise<void> {
  const record = await client.query<{ name: string | null }>(
    "select to_regclass('_prisma_migrations')::text as name",
  );
  if (record.rows[0]?.name === null) return;
  const found = await client.query(
    "select from _prisma_migrations where finished_at is not null and migration_name = $1",
    [FIRST_BEFORE_BASELINE],
  );
  if (found.rowCount !== 0)
    throw new PlainError(
      'This database was made by a version before 1.0.0, which cannot be migrated in place. app/docs/operations.md, "From a version before 1.0.0", says how to export its rows and import them into an empty database.',
    );
}

/**
 * Whether a later version has migrated this database: its functions must then not be replaced by
 * ours.
 */
async function isAhead(
  client: pg.Client,
  { migrationDirectories }: MigrationList,
): Promise<boolean> {
  const ownMigrations = migrationDirectories.map(({ path }) => path);
  const found = await client.query(
    "select from _prisma_migrations where finished_at is not null and rolled_back_at is null and migration_name <> all ($1) limit 1",
    [ownMigrations],
  );
  return found.rowCount !== 0;
}

/**
 * The SQL from the committed migrations (or an older schema file) to prisma/schema.prisma; empty if
 * they agree. Uses a temporary database on the same server. Features that the schema language lacks
 * (checks, exclusion constraints, partial indexes) are not compared.
 */
export async function diffSchema(databaseUrl: string, olderSchemaFile?: string): Promise<string> {
  const to = await readSchema(SCHEMA);
  const from: DiffTarget =
    olderSchemaFile === undefined
      ? { tag: "migrations", ...(await readMigrations(MIGRATIONS)) }
      : await readSchema(olderSchemaFile);
  const result = await withEngine(databaseUrl, null, 1, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: NO_FILTERS }),
  );
  const sql = (result.stdout ?? "").trim();
  return sql === EMPTY ? "" : `${sql}\n`;
}

async function withEngine<T>(
  databaseUrl: string,
  list: MigrationList | null,
  tries: number,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const engineClass = await loadEngine();
  const schema = await readFile(SCHEMA, "utf8");
  const adapter = createMigrationAdapter(databaseUrl, namesByText(list), tries);
  const factory = bindMigrationAwareSqlAdapterFactory(adapter);
  const engine = await engineClass.new(
    { datamodels: [["schema.prisma", schema]] },
    () => undefined,
    factory,
  );
  try {
    return await work(engine);
  } catch (error) {
    throw new PlainError(
      engineError(panic || (error instanceof Error ? error.message : String(error))),
    );
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** The engine's reason for failing, with advice if known. */
function engineError(reason: string): string {
  if (/lock timeout|55P03/.test(reason))
    return `A migration gave up because a table was in use at every attempt. Nothing was changed. Run it again at a quieter time.\n${reason}`;
  if (/deadlock detected|40P01/.test(reason))
    return `A migration gave up after a deadlock with running calls. Nothing was changed. Run it again.\n${reason}`;
  if (/permission denied to create extension/.test(reason))
    return `The user of DATABASE_URL is not allowed to create the extensions btree_gist, btree_gin and pg_trgm. Ask an administrator to create them in this database.\n${reason}`;
  if (/migrate-baseline/.test(reason))
    return "The database of DATABASE_URL contains another program's tables. Use an empty database.";
  return `Prisma's schema engine failed. ${reason}`;
}

function namesByText(list: MigrationList | null): Map<string, string> {
  return new Map(
    (list?.migrationDirectories ?? []).flatMap(({ path, migrationFile: { content } }) =>
      content.tag === "ok" ? [[content.value, path] as const] : [],
    ),
  );
}

let panic = "";
// Where the wasm engine reports its reason before it fails.
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => (panic = message) },
});

let loaded: Promise<typeof SchemaEngine> | undefined;

/** The package's entry point is for bundlers, so its wasm is compiled and bound here. */
function loadEngine(): Promise<typeof SchemaEngine> {
  loaded ??= (async () => {
    const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
    const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
    const module = await WebAssembly.compile(await readFile(join(folder, "schema_engine_bg.wasm")));
    const imports = {
      "./schema_engine_bg.js": withoutLingeringTimers({ ...glue } as WebAssembly.ModuleImports),
    };
    const { exports } = await WebAssembly.instantiate(module, imports);
    glue.__wbg_set_wasm(exports);
    if (typeof exports["__wbindgen_start"] === "function") exports["__wbindgen_start"]();
    return glue.SchemaEngine;
  })();
  return loaded;
}

/**
 * The engine leaves a 10 s timer running (its lock timeout), which must not keep a finished command
 * alive.
 */
function withoutLingeringTimers(imports: WebAssembly.ModuleImports): WebAssembly.ModuleImports {
  const name = Object.keys(imports).find((key) => key.startsWith("__wbg_setTimeout"));
  if (name !== undefined)
    imports[name] = (callback: () => void, ms: number) => setTimeout(callback, ms >>> 0).unref();
  return imports;
}

async function readSchema(path: string): Promise<DiffTarget> {
  return { tag: "schemaDatamodel", files: [{ path, content: await readFile(path, "utf8") }] };
}

async function readMigrations(folder: string): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const read = async (name: string) => {
    const value = await readFile(join(folder, name, "migration.sql"), "utf8");
    return {
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } },
    };
  };
  return {
    baseDir: resolve(folder),
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(names.sort().map(read)),
  };
}
