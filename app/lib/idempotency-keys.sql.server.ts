import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "./db.server";
import type { CallAnswer, IdempotencyTicket } from "./idempotency.server";

/** The primary key of a row. */
type Named = Pick<IdempotencyTicket, "tenant_id" | "route" | "key">;

const isKey = ({ tenant_id, route, key }: Named): Part =>
  sql`tenant_id = ${tenant_id} and route = ${route} and key = ${key}`;

/** The row as inserted at `since`, so that a call doesn't touch its successor's row. */
const isCall = (ticket: Named, since: Date): Part =>
  sql`${isKey(ticket)} and created_at = ${since}`;

/** Tries to acquire a transaction-level advisory lock. */
export async function tryLock(db: Sql, lock: string): Promise<boolean> {
  const found = await db.query<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as mine`,
  );
  return found.rows[0]!.mine;
}

export interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  body: string;
}

/** The response stored under the key; null without one. */
export async function findStoredAnswer(
  db: Sql,
  ticket: IdempotencyTicket,
): Promise<StoredAnswer | null> {
  const { tenant_id, route, key } = ticket;
  const found = await db.query<StoredAnswer>(
    sql`select fingerprint, status, body from idempotency_key
        where tenant_id = ${tenant_id} and route = ${route} and key = ${key}`,
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

/** Inserts the key before the work starts; false if it exists. */
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
  /** null while its call has committed nothing. */
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

/** Takes over the key of a lost call; false if another call did first. */
export async function takeOver(ticket: Named, before: Date, now: Date): Promise<boolean> {
  const taken = await pool.query(
    sql`update idempotency_key set created_at = ${now} where ${isCall(ticket, before)} and status is null`,
  );
  return taken.rowCount === 1;
}

/** The statement that marks the key as done in a transaction of the call's work. */
export const markDone = (ticket: Named, since: Date, status: number): Part =>
  sql`update idempotency_key set status = ${status}::int where ${isCall(ticket, since)}`;

/** Deletes the key; with `unlessDone` only if nothing was committed. */
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
