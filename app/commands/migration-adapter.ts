import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { withDatabase } from "./database-url";

const CHAR_OID = 18; // Postgres's internal one-byte type "char", used by its catalogue
const TEXT_OID = 25;

export type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory & { close: () => Promise<void> };

/**
 * Prisma's Postgres adapter with its weak places mended: it cuts a script at every semicolon, also inside a comment, a string or a
 * function body; it does not know the catalogue's type "char", so that no existing schema can be read; and it drops the shadow
 * database while still connected to it. `close` ends every connection (and with it the engine's own advisory lock).
 */
export function createMigrationAdapter(databaseUrl: string): MigrationAdapter {
  const pools: pg.Pool[] = [];
  const connect = async (url: string): Promise<SqlDriverAdapter> => {
    const pool = new pg.Pool({ connectionString: url });
    pool.on("error", () => undefined); // dropping the shadow database ends its idle connections
    pools.push(pool);
    const adapter = await new PrismaPg(pool, { disposeExternalPool: false }).connect();
    teachCatalogueChar(pool, adapter);
    adapter.executeScript = (script) => executeWhole(url, script);
    return adapter;
  };
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(databaseUrl),
    connectToShadowDb: async () => {
      const name = `shadow_${randomUUID()}`;
      await executeWhole(databaseUrl, `create database "${name}"`);
      const adapter = await connect(withDatabase(databaseUrl, name));
      adapter.dispose = () => executeWhole(databaseUrl, `drop database "${name}" with (force)`);
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
    const found = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []));
    for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    charColumns.set(result.rows, found);
    return result;
  };
  pool.query = queryWithKnownTypes as typeof pool.query; // the adapter calls the form that answers with a promise
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (raw) => {
    const result = await queryRaw(raw);
    for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

/** One simple query: Postgres itself finds the statements, and runs them in one transaction. */
async function executeWhole(databaseUrl: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(script);
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
