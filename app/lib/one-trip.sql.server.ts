import pg from "pg";
import sql, { join, raw, type Sql as Statement } from "sql-template-tag";
import { pool, prepared, type Sql } from "./db.server";

/** Runs a query: the pool, a transaction, or a batch sent in one round trip. */
export interface Reads {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<{ rows: Row[] }>;
}

interface Waiting {
  statement: Statement;
  resolve: (answer: { rows: pg.QueryResultRow[] }) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches reads: those issued in one turn of the event loop are sent as one statement, whose rows
 * come back as JSON. For many small reads of flat rows that neither lock nor write. Columns named
 * `…_at`, `…since` or `…_by` are converted back to dates; guessing by value could hit a guest's
 * name.
 */
export function inOneTrip(db: Sql = pool): Reads {
  let waiting: Waiting[] = [];
  const send = async () => {
    const together = waiting;
    waiting = [];
    if (together.length > 1 && (await answerTogether(db, together))) return;
    for (const { statement, resolve, reject } of together)
      await db.query(statement).then(resolve, reject);
  };
  return {
    query: <Row extends pg.QueryResultRow>(statement: Statement) =>
      new Promise<{ rows: Row[] }>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void send());
        waiting.push({ statement, resolve: resolve as Waiting["resolve"], reject });
      }),
  };
}

/** query_canceled. Sent separately the reads would take as long again. */
const TOOK_TOO_LONG = "57014";

/**
 * Returns false when the database rejects the combined statement, as a cluster may. The reads are
 * then sent separately, and each reports its own error.
 */
async function answerTogether(db: Sql, together: Waiting[]): Promise<boolean> {
  const columns = together.map(
    ({ statement }, number) =>
      sql`(select coalesce(json_agg(r), '[]') from (${statement}) r) as ${raw(`r${number}`)}`,
  );
  try {
    // Planning them costs more than running them.
    const found = await db.query<Record<string, pg.QueryResultRow[]>>(
      prepared(sql`select ${join(columns)}`),
    );
    const row = found.rows[0]!;
    together.forEach(({ resolve }, number) =>
      resolve({ rows: row[`r${number}`]!.map(withInstants) }),
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== TOOK_TOO_LONG) return false;
    for (const { reject } of together) reject(error);
  }
  return true;
}

const INSTANT_COLUMN = /(_at|since|_by)$/;
const INSTANT = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

const withInstants = (row: pg.QueryResultRow): pg.QueryResultRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "string" && INSTANT_COLUMN.test(name) && INSTANT.test(value)
        ? new Date(value)
        : value,
    ]),
  );
