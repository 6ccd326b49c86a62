import { createHash } from "node:crypto";
import { AppError } from "./app-error";
import { type Sql, transaction } from "./db.server";
import { findStoredAnswer, insertAnswer, tryLock } from "./idempotency-keys.sql.server";

/**
 * An Idempotency-Key during one call: created by http, claimed and stored in the transaction of the
 * change.
 */
export interface IdempotencyTicket {
  tenant_id: string;
  route: string;
  key: string;
  /** SHA-256 of the request. Reusing the key with another body is the caller's mistake. */
  fingerprint: Buffer;
  /** Serializes the response, so that a replay is identical to the byte. */
  answer(result: unknown): CallAnswer;
}

export interface CallAnswer {
  status: number;
  body: string;
}

/** The result of a create call whose record already existed: answered with 200 instead of 201. */
export class ExistingRecord<T> {
  constructor(readonly record: T) {}
}

/** Thrown when a stored response is found; http sends it with `Idempotency-Replayed: true`. */
export class IdempotentReplay extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super("replay");
  }
}

/** The advisory lock of a key: 64 bits of its hash. */
function ticketLock(ticket: IdempotencyTicket): string {
  const hash = createHash("sha256")
    .update(`${ticket.tenant_id}\n${ticket.route}\n${ticket.key}`)
    .digest();
  return hash.readBigInt64BE(0).toString();
}

export const inProgress = () =>
  new AppError(
    "idempotency_in_progress",
    "The first call with this Idempotency-Key is still running.",
    {
      headers: { "Retry-After": "1" },
    },
  );
export const mismatch = () =>
  new AppError("idempotency_mismatch", "This Idempotency-Key was used before with another body.");

async function claimTicket(db: Sql, ticket: IdempotencyTicket): Promise<void> {
  if (!(await tryLock(db, ticketLock(ticket)))) throw inProgress();
  // A separate statement, so that its snapshot is taken after acquiring the lock.
  await replayStoredAnswer(db, ticket);
}

/**
 * Throws the stored response, or a mismatch when the key was used with another body; returns if
 * there is none.
 */
export async function replayStoredAnswer(db: Sql, ticket: IdempotencyTicket): Promise<void> {
  const stored = await findStoredAnswer(db, ticket);
  if (stored === null) return;
  if (!stored.fingerprint.equals(ticket.fingerprint)) throw mismatch();
  throw new IdempotentReplay(stored.status, stored.body);
}

export async function keepAnswer(
  db: Sql,
  ticket: IdempotencyTicket,
  result: unknown,
): Promise<void> {
  await insertAnswer(db, ticket, ticket.answer(result));
}

/** A transaction whose result is stored under the caller's Idempotency-Key, if any. */
export async function idempotentTransaction<T>(
  ticket: IdempotencyTicket | null,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  return transaction(async (db) => {
    if (ticket === null) return work(db);
    await claimTicket(db, ticket);
    const result = await work(db);
    await keepAnswer(db, ticket, result);
    return result;
  });
}
