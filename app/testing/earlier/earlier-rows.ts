import { readFileSync } from "node:fs";
import type pg from "pg";

/** A call that an earlier version answered, with its stored response. */
export interface StoredCall {
  path: string;
  key: string;
  idempotency_key: string;
  body: unknown;
  status: number;
  answer: string;
}

/** Credentials issued by the earlier version: cookies, links, codes, keys. */
export interface Given {
  tenant_id: string;
  key: string;
  secret: string;
  cookie: string;
  kept: StoredCall[];
  manage_url: string;
  feed_url: string;
  invitation_url: string;
  sign_in: { email: string; code: string };
  free_slot_id: string;
}

interface EarlierRows {
  written_at: string;
  given: Given;
  tables: Record<string, Record<string, unknown>[]>;
}

const DAY_MS = 86_400_000;
/**
 * Shifts all times by whole days, so that past and due rows stay past and due, and future ones
 * future.
 */
const AHEAD = /^(starts_at|ends_at|occupies_from|occupies_to|expires_at|keep_until)$/;

/** Secret keys are obfuscated, so that scanners don't mistake them for a payment provider's. */
export function readEarlierRows(): EarlierRows {
  const text = readFileSync(new URL("./rows-4e08d58.json", import.meta.url), "utf8");
  return JSON.parse(text.replaceAll("sk~live~", "sk_live_")) as EarlierRows;
}

/** Inserts the rows into a database of that version, as if written within the last day. */
export async function insertEarlierRows(
  client: pg.Client,
  { written_at, tables }: EarlierRows,
): Promise<void> {
  const days = (Date.now() - Date.parse(written_at)) / DAY_MS;
  await client.query("set session_replication_role = replica"); // in any order
  for (const row of tables["pgboss.queue"] ?? []) {
    const { name, policy, retry_delay, retry_limit, expire_seconds } = row;
    const options = {
      policy,
      retryDelay: retry_delay,
      retryLimit: retry_limit,
      expireInSeconds: expire_seconds,
    };
    await client.query("select pgboss.create_queue($1, $2)", [
      name,
      JSON.stringify({ ...options, retryBackoff: true }),
    ]);
  }
  for (const [table, rows] of Object.entries(tables)) {
    if (table === "pgboss.queue") continue;
    const columns = await columnsOf(client, table, Object.keys(rows[0]!)); // a table without rows is not written
    const values = columns.map(({ name, type }) => {
      const shift = AHEAD.test(name) ? Math.ceil(days) : Math.floor(days);
      return type === "timestamp with time zone"
        ? `t."${name}" + interval '${shift} days'`
        : `t."${name}"`;
    });
    await client.query(
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(", ")})
       select ${values.join(", ")} from jsonb_populate_recordset(null::${table}, $1::jsonb) t`,
      [JSON.stringify(rows)],
    );
  }
  await client.query("set session_replication_role = origin");
}

async function columnsOf(client: pg.Client, table: string, names: string[]) {
  const found = await client.query<{ name: string; type: string }>(
    `select attname::text as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any($2) order by attnum`,
    [table, names],
  );
  return found.rows;
}
