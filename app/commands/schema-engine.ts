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
import { keepSessionSettings, migrationSettings } from "./session-settings";
import { applyFunctions, FUNCTIONS, MIGRATIONS } from "./sql-functions";
import { connectToUsable } from "./usable-database";

const SCHEMA = "prisma/schema.prisma";
const EMPTY = "-- This is an empty migration.";
const NO_FILTERS = { externalTables: [], externalEnums: [] };
// An arbitrary number that only this command uses: two nodes that start at once migrate one after the other.
const ADVISORY_LOCK = 4_862_201_917;
/** How often a migration is tried whose tables are in use: two minutes, with the pauses in between. */
const TRIES = 25;

/**
 * Applies the migrations that `databaseUrl` does not have yet and then the function files that have changed, one process at a time, and keeps
 * the role's settings; returns the names of the migrations in order. Goes straight to Postgres: locks of a session do not pass a pooler.
 * With another `folder` of migrations, an older or a future database is made, and the functions stay as its migrations made them.
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
    // The script of a process that was killed may still be running: only when it has ended is its record true.
    await client.query("select pg_advisory_lock($1), pg_advisory_unlock($1)", [SCRIPT_LOCK]);
    await keepSessionSettings(client);
    const migrationsList = await readMigrations(folder);
    const applied = await withEngine(databaseUrl, migrationsList, tries, async (engine) => {
      const question = { migrationsList, optInToShadowDatabase: false, filters: NO_FILTERS };
      const { failedMigrationNames } = await engine.diagnoseMigrationHistory(question);
      // A migration and its record are one transaction: one without a record has left nothing behind and may be tried again, mended.
      for (const migrationName of failedMigrationNames)
        await engine.markMigrationRolledBack({ migrationName });
      return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS }))
        .appliedMigrationNames;
    });
    if (folder === MIGRATIONS && !(await isAhead(client, migrationsList)))
      await applyFunctions(client, FUNCTIONS);
    return applied;
  } finally {
    await client.end(); // ends the lock too
  }
}

/** Whether a later version has migrated this database already: its functions must not become those of this one. */
async function isAhead(
  client: pg.Client,
  { migrationDirectories }: MigrationList,
): Promise<boolean> {
  const known = migrationDirectories.map(({ path }) => path);
  const found = await client.query(
    "select from _prisma_migrations where finished_at is not null and rolled_back_at is null and migration_name <> all ($1) limit 1",
    [known],
  );
  return found.rowCount !== 0;
}

/**
 * The SQL that leads from the committed migrations (or from an older schema file) to prisma/schema.prisma; empty when they agree.
 * The migrations are applied to a database made for it beside `databaseUrl` and dropped afterwards. What the schema language
 * cannot say (checks, exclusion constraints, partial indexes) is not compared.
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
      refusal(panic || (error instanceof Error ? error.message : String(error))),
    );
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** Why the engine gave up, with what to do about it where that is known. */
function refusal(reason: string): string {
  if (/lock timeout|55P03/.test(reason))
    return `A migration tried again and again to lock a table that was in use each time, and was given up; nothing was changed. Run it again at a quieter time.\n${reason}`;
  if (/deadlock detected|40P01/.test(reason))
    return `A migration and calls that were being served waited for each other, and the migration was given up; nothing was changed. Run it again.\n${reason}`;
  if (/permission denied to create extension/.test(reason))
    return `The user of DATABASE_URL may not create the extensions btree_gist, btree_gin and pg_trgm. Let an administrator create them in this database.\n${reason}`;
  if (/migrate-baseline/.test(reason))
    return "The database of DATABASE_URL holds tables of another program. Name an empty one: the Booking Service needs one of its own.";
  return `Prisma's schema engine refused. ${reason}`;
}

function namesByText(list: MigrationList | null): Map<string, string> {
  return new Map(
    (list?.migrationDirectories ?? []).flatMap(({ path, migrationFile: { content } }) =>
      content.tag === "ok" ? [[content.value, path] as const] : [],
    ),
  );
}

let panic = "";
// Where the engine, compiled to wasm, leaves the reason before it gives up.
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => (panic = message) },
});

let loaded: Promise<typeof SchemaEngine> | undefined;

/** The package's own index is for bundlers, so its wasm is compiled and bound here. */
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

/** The engine leaves a timer of 10 s running (the patience of its own lock), which must not keep a finished command alive. */
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
