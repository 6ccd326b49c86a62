import pg from "pg";
import { PlainError } from "./plain-error";

const OLDEST = 150_000;
const CONNECT_MS = 10_000;

/**
 * Connects to a database that the product can use; otherwise throws a PlainError with the reason.
 */
export async function connectToUsable(databaseUrl: string): Promise<pg.Client> {
  const client = makeClient(databaseUrl);
  client.on("error", () => undefined); // the statement in flight rejects
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new PlainError(
      `The database of DATABASE_URL cannot be reached: ${error.message || error.code}`,
    );
  });
  const problem = await findProblem(client);
  if (problem === null) return client;
  await client.end();
  throw new PlainError(problem);
}

function makeClient(databaseUrl: string): pg.Client {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new PlainError("DATABASE_URL must look like postgresql://user:password@host:5432/name.");
  try {
    return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS });
  } catch (error) {
    throw new PlainError(`DATABASE_URL cannot be read (${(error as Error).message}).`);
  }
}

async function findProblem(client: pg.Client): Promise<string | null> {
  const found = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  );
  return problemOf(found.rows[0]!);
}

/** The problem with a database's version or encoding; null if none. */
export function problemOf(database: {
  number: number;
  version: string;
  encoding: string;
}): string | null {
  if (database.number < OLDEST)
    return `The database of DATABASE_URL is PostgreSQL ${database.version}. The Booking Service needs version 15 or newer.`;
  if (database.encoding !== "UTF8")
    return `The database of DATABASE_URL has the encoding ${database.encoding}. It needs UTF8: create database booking encoding 'UTF8' template template0.`;
  return null;
}
