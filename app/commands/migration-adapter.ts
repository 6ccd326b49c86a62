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
import { locksAhead } from "./table-locks";

const CHAR_OID = 18; // Postgres's internal one-byte type "char", used by its catalogue
const TEXT_OID = 25;
/** How long a migration waits for anything else than the tables that it locks at its beginning. */
const LOCK_SECONDS = 10;
/**
 * How long it waits for one of those: calls that come after it wait too. Less than Postgres's deadlock_timeout (1 s), so that where it and a call
 * wait for each other, the migration is what gives way, and no call is ended.
 */
const TABLE_LOCK = "800ms";
/** The pauses between its tries grow up to this. */
const LONGEST_PAUSE_MS = 5_000;
const LOCK_TIMEOUT = "55P03";
const DEADLOCK = "40P01";
/** Held by the session of a running script, also when the process that sent it is gone. An arbitrary number. */
export const SCRIPT_LOCK = 4_862_201_918;

export type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory & {
  close: () => Promise<void>;
};

/**
 * Prisma's Postgres adapter with its weak places mended: it cuts a script at every semicolon, also inside a comment, a string or a
 * function body; it does not know the catalogue's type "char", so that no existing schema can be read; and it drops the shadow
 * database while still connected to it. `close` ends every connection (and with it the engine's own advisory lock).
 * `migrations` are the names of the scripts by their text: such a script records that it has run in its own transaction, so that the record
 * is true wherever the process that sent it was ended.
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
    teachCatalogueChar(pool, adapter);
    adapter.executeScript = (script) =>
      executeWhole(url, recording(script, names.get(script)), tries);
    return adapter;
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(databaseUrl, migrations),
    connectToShadowDb: async () => {
      const name = `shadow_${randomUUID()}`;
      await executeAlone(databaseUrl, `create database "${name}"`);
      const adapter = await connect(withDatabase(databaseUrl, name), new Map());
      adapter.dispose = () => executeAlone(databaseUrl, `drop database "${name}" with (force)`);
      return adapter;
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Lets columns of type "char" pass the adapter as text, and tells the engine that they are single characters. */
function teachCatalogueChar(pool: pg.Pool, adapter: SqlDriverAdapter): void {
  const charColumns = new WeakMap<object, number[]>(); // by the array of rows, which the adapter passes on as it is
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
  pool.query = queryWithKnownTypes as typeof pool.query; // the adapter calls the form that answers with a promise
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (raw) => {
    const result = await queryRaw(raw);
    for (const index of charColumns.get(result.rows) ?? [])
      result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

/** The script of a migration with the end of its record in Prisma's table, which the engine has started. */
function recording(script: string, name: string | undefined): string {
  if (name === undefined) return script;
  return `select pg_advisory_xact_lock(${SCRIPT_LOCK});
${script}
;
update public._prisma_migrations set finished_at = clock_timestamp()
where migration_name = ${pg.escapeLiteral(name)} and finished_at is null and rolled_back_at is null;`;
}

/** A statement that no transaction takes. */
function executeAlone(databaseUrl: string, statement: string): Promise<void> {
  return withMigrationClient(databaseUrl, async (client) => {
    await client.query(statement);
  });
}

/**
 * In one transaction, statement by statement: a cluster takes no message with several commands. The tables are locked first. Where one is in use,
 * the transaction is given up and tried again, so that calls pass in between. An extension that an administrator has created is not asked for
 * again: Citus would send the command to every node, where only the extension's owner may run it.
 */
async function executeWhole(databaseUrl: string, script: string, tries: number): Promise<void> {
  const statements = splitQuery(script, postgreSplitterOptions).map(String);
  const locks = locksAhead(script);
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

/** A table that the script makes itself, or drops if it exists, is not there. */
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
  client.on("error", () => undefined); // what was sent fails by itself
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
