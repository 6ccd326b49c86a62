import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import { postgreSplitterOptions, splitQuery } from "dbgate-query-splitter";
import pg from "pg";
import { withDatabase } from "./database-url";
import { migrationSettings } from "./session-settings";
import { requiredLocks } from "./table-locks";

const CHAR_OID = 18; // OID of the catalogue's one-byte type "char"
const TEXT_OID = 25;
/** Lock timeout of a migration, except for the table locks at its beginning. */
const LOCK_SECONDS = 10;
/**
 * Timeout of each of those table locks; calls queue behind them. Below Postgres's deadlock_timeout
 * (1 s), so that in a deadlock the migration gives way and no call fails.
 */
const TABLE_LOCK = "800ms";
/** Maximum pause between attempts. */
const LONGEST_PAUSE_MS = 5_000;
const LOCK_TIMEOUT = "55P03";
const DEADLOCK = "40P01";
/**
 * Advisory lock held by the session of a running script, even after the process that sent it is
 * gone. An arbitrary number.
 */
export const SCRIPT_LOCK = 4_862_201_918;

export type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory & {
  close: () => Promise<void>;
};

/**
 * Prisma's Postgres adapter with fixes: it splits scripts at every semicolon, even in comments,
 * strings and function bodies; it doesn't support the catalogue type "char", so no schema can be
 * introspected; and it drops the shadow database while connected to it. `close` ends every
 * connection, including the engine's advisory lock. `migrations` maps script texts to names: such a
 * script records its completion in its own transaction, so that the record is correct even if the
 * client is killed.
 */
export function createMigrationAdapter(
  databaseUrl: string,
  migrations: Map<string, string>,
  tries = 1,
): MigrationAdapter {
  const pools: pg.Pool[] = [];
  const connect = async (url: string, names: Map<string, string>): Promise<SqlDriverAdapter> => {
    const pool = new pg.Pool({ connectionString: url });
    pool.on("error", () => undefined); // dropping the shadow database ends its idle connections
    pools.push(pool);
    const adapter = await new PrismaPg(pool, { disposeExternalPool: false }).connect();
    supportCatalogueChar(pool, adapter);
    adapter.executeScript = (script) =>
      executeInTransaction(url, recording(script, names.get(script)), tries);
    return adapter;
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(databaseUrl, migrations),
    connectToShadowDb: async () => {
      const name = `shadow_${randomUUID()}`;
      await executeOutsideTransaction(databaseUrl, `create database "${name}"`);
      const adapter = await connect(withDatabase(databaseUrl, name), new Map());
      adapter.dispose = () =>
        executeOutsideTransaction(databaseUrl, `drop database "${name}" with (force)`);
      return adapter;
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Returns columns of type "char" as text, and reports their type to the engine. */
function supportCatalogueChar(pool: pg.Pool, adapter: SqlDriverAdapter): void {
  const charColumns = new WeakMap<object, number[]>(); // keyed by the array of rows, which the adapter passes on
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const queryWithKnownTypes = async (...args: unknown[]) => {
    const result = await query(...args);
    const found = result.fields.flatMap((field, index) =>
      field.dataTypeID === CHAR_OID ? [index] : [],
    );
    for (const field of result.fields)
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    charColumns.set(result.rows, found);
    return result;
  };
  pool.query = queryWithKnownTypes as typeof pool.query; // the adapter uses the promise form only
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (raw) => {
    const result = await queryRaw(raw);
    for (const index of charColumns.get(result.rows) ?? [])
      result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

/** Appends the completion of the migration's record, which the engine has inserted. */
function recording(script: string, name: string | undefined): string {
  if (name === undefined) return script;
  return `select pg_advisory_xact_lock(${SCRIPT_LOCK});
${script}
;
update public._prisma_migrations set finished_at = clock_timestamp()
where migration_name = ${pg.escapeLiteral(name)} and finished_at is null and rolled_back_at is null;`;
}

/** Runs a statement that can't run in a transaction. */
function executeOutsideTransaction(databaseUrl: string, statement: string): Promise<void> {
  return withMigrationClient(databaseUrl, async (client) => {
    await client.query(statement);
  });
}

/**
 * Runs a script in one transaction, statement by statement, since a cluster accepts no
 * multi-command messages. Tables are locked first; if one is in use, the transaction is rolled back
 * and retried so that calls can pass. Extensions that exist already are skipped: Citus would run
 * the command on every node, where only the extension's owner may.
 */
async function executeInTransaction(
  databaseUrl: string,
  script: string,
  tries: number,
): Promise<void> {
  const statements = splitQuery(script, postgreSplitterOptions).map(String);
  const locks = requiredLocks(script);
  for (let trial = 1; ; trial += 1) {
    try {
      return await withMigrationClient(databaseUrl, async (client) => {
        await client.query("begin");
        await client.query(`set local lock_timeout = '${TABLE_LOCK}'`);
        for (const { table, mode } of locks) await lockTable(client, table, mode);
        await client.query(`set local lock_timeout = '${LOCK_SECONDS}s'`);
        for (const statement of statements) {
          const extension = CREATE_EXTENSION.exec(statement)?.[1];
          if (extension === undefined || !(await hasExtension(client, extension)))
            await client.query(statement);
        }
        await client.query("commit");
      });
    } catch (error) {
      if (trial >= tries || !isInUse(error)) throw error;
      const pause = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** trial);
      await wait(pause * (0.5 + Math.random() / 2));
    }
  }
}

/** Skips tables that don't exist: those the script creates itself or drops if present. */
async function lockTable(client: pg.Client, table: string, mode: string): Promise<void> {
  const name = `public.${pg.escapeIdentifier(table)}`;
  const found = await client.query<{ there: boolean }>(
    "select exists (select from pg_class where oid = to_regclass($1) and relkind in ('r', 'p')) as there",
    [name],
  );
  if (found.rows[0]?.there) await client.query(`lock table ${name} in ${mode} mode`);
}

const isInUse = (error: unknown): boolean =>
  error instanceof DriverAdapterError &&
  error.cause.kind === "postgres" &&
  [LOCK_TIMEOUT, DEADLOCK].includes(error.cause.code);

const CREATE_EXTENSION =
  /^(?:\s|--[^\n]*(?:\n|$))*create\s+extension\s+if\s+not\s+exists\s+"?(\w+)"?/i;

async function hasExtension(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query("select from pg_extension where extname = $1", [name]);
  return found.rowCount === 1;
}

async function withMigrationClient(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  client.on("error", () => undefined); // the statement in flight rejects
  try {
    await migrationSettings(client, LOCK_SECONDS);
    await work(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new DriverAdapterError({
      kind: "postgres",
      code: error.code ?? "",
      severity: error.severity ?? "ERROR",
      message: error.message,
      detail: error.detail,
      column: error.column,
      hint: error.hint,
    });
  } finally {
    await client.end();
  }
}
