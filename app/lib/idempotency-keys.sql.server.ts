import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "./db.server";
import type { CallAnswer, IdempotencyTicket } from "./idempotency.server";

/** A key's row by its whole name. */
type Named = Pick<IdempotencyTicket, "tenant_id" | "route" | "key">;

const isKey = ({ tenant_id, route, key }: Named): Part =>
  sql`tenant_id = ${tenant_id} and route = ${route} and key = ${key}`;

/** The row as the call that began `since` has it. */
const isCall = (ticket: Named, since: Date): Part =>
  sql`${isKey(ticket)} and created_at = ${since}`;

/** Whether this transaction has the advisory lock from now on. */
export async function tryLock(db: Sql, lock: string): Promise<boolean> {
  const found = await db.query<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as mine`,
  );
  return found.rows[0]!.mine; // a select without a table has one row
}

export interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  body: string;
}

/** The answer stored under the key, or under its form in earlier versions; null without one. */
export async function findStoredAnswer(
  db: Sql,
  ticket: IdempotencyTicket,
): Promise<StoredAnswer | null> {
  const { tenant_id, route, key, earlier_key } = ticket;
  const found = await db.query<StoredAnswer>(
    sql`select fingerprint, status, body from idempotency_key
        where tenant_id = ${tenant_id} and route = ${route} and key = any(${[key, earlier_key ?? key]}::text[])
        order by key = ${key}::text desc limit 1`,
  );
  return found.rows[0] ?? null;
}

export async function insertAnswer(
  db: Sql,
  ticket: IdempotencyTicket,
  { status, body }: CallAnswer,
): Promise<void> {
  const { tenant_id, route, key, fingerprint } = ticket;
  await db.query(
    sql`insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
        values (${tenant_id}, ${route}, ${key}, ${fingerprint}, ${status}, ${body})`,
  );
}

/** Writes the key down before its work begins; false: it is there already. */
export async function insertKey(ticket: IdempotencyTicket, now: Date): Promise<boolean> {
  const { tenant_id, route, key, fingerprint } = ticket;
  const made = await pool.query(
    sql`insert into idempotency_key (tenant_id, route, key, fingerprint, created_at)
        values (${tenant_id}, ${route}, ${key}, ${fingerprint}, ${now}) on conflict do nothing`,
  );
  return made.rowCount === 1;
}

export interface FoundKey {
  fingerprint: Buffer;
  /** null: its call has committed nothing, or not yet. */
  status: number | null;
  body: string | null;
  created_at: Date;
}

export async function findKey(ticket: Named): Promise<FoundKey | null> {
  const found = await pool.query<FoundKey>(
    sql`select fingerprint, status, body, created_at from idempotency_key where ${isKey(ticket)}`,
  );
  return found.rows[0] ?? null;
}

/** Takes the key over from a call that was lost; false: somebody else has. */
export async function takeOver(ticket: Named, before: Date, now: Date): Promise<boolean> {
  const taken = await pool.query(
    sql`update idempotency_key set created_at = ${now} where ${isCall(ticket, before)} and status is null`,
  );
  return taken.rowCount === 1;
}

/** The statement with which a transaction of the call's work says that it was done. */
export const markDone = (ticket: Named, since: Date, status: number): Part =>
  sql`update idempotency_key set status = ${status}::int where ${isCall(ticket, since)}`;

/** Forgets the key; with `unlessDone` only where nothing was committed. */
export async function deleteKey(ticket: Named, since: Date, unlessDone: boolean): Promise<void> {
  const isUndone = unlessDone ? sql`status is null` : sql`true`;
  await pool.query(sql`delete from idempotency_key where ${isCall(ticket, since)} and ${isUndone}`);
}

export async function writeAnswer(
  ticket: Named,
  since: Date,
  { status, body }: CallAnswer,
): Promise<void> {
  await pool.query(
    sql`update idempotency_key set status = ${status}::int, body = ${body} where ${isCall(ticket, since)}`,
  );
}
