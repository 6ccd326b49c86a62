import { AppError } from "./app-error";
import { clock } from "./clock";
import { commitMark } from "./commit-mark.server";
import { decrypt, encrypt } from "./crypto.server";
import {
  type CallAnswer,
  IdempotentReplay,
  type IdempotencyTicket,
  inProgress,
  mismatch,
} from "./idempotency.server";
import {
  deleteKey,
  findKey,
  type FoundKey,
  insertKey,
  markDone,
  takeOver,
  writeAnswer,
} from "./idempotency-keys.sql.server";
import { log } from "./log.server";

// Keeps the answers of operations that do not keep them in a transaction of their own. The row of the key is there before the work begins
// (status null). Each transaction of the work marks it as its last statement (status 0), so it is known whether anything was done when the
// process, or the answer, is lost.

/** Longer than any call may take; after it a call that has written nothing is taken for lost. */
const LEASE_MS = 5 * 60_000;
const DONE_WITHOUT_ANSWER = 0;
const TRIES = 3;

/**
 * Does `work` once for a key, and keeps its answer, encrypted where it is a secret. A refusal is not kept. Throws IdempotentReplay,
 * idempotency_mismatch, idempotency_in_progress, already_exists (it was done, and its answer was lost).
 */
export async function keepingAnswer<T>(
  ticket: IdempotencyTicket,
  isSecret: boolean,
  work: () => Promise<T>,
  answerOf: (result: T) => Promise<CallAnswer> | CallAnswer,
): Promise<T> {
  const since = await claim(ticket, isSecret);
  let result: T;
  try {
    const { text, values } = markDone(ticket, since, DONE_WITHOUT_ANSWER);
    result = await commitMark.run({ statement: { text, values }, failure: inProgress }, work);
  } catch (error) {
    // A refusal has done nothing. What else was thrown is tried again unless something was committed: there will be no answer to that.
    if (error instanceof AppError) await orWarn(deleteKey(ticket, since, false));
    else await orWarn(endUnanswered(ticket, since));
    throw error;
  }
  const { status, body } = await answerOf(result);
  const kept = isSecret ? encrypt(body, contextOf(ticket)).toString("base64") : body;
  await orWarn(writeAnswer(ticket, since, { status, body: kept }));
  return result;
}

async function endUnanswered(ticket: IdempotencyTicket, since: Date): Promise<void> {
  await deleteKey(ticket, since, true);
  await writeAnswer(ticket, since, { status: DONE_WITHOUT_ANSWER, body: "" });
}

const contextOf = ({ tenant_id, route, key }: IdempotencyTicket) =>
  `kept answer ${tenant_id} ${route} ${key}`;

/** The caller's answer does not wait for what is only kept for later. */
async function orWarn(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) =>
    log.warn({ err: error }, "the state of an Idempotency-Key could not be written"),
  );
}

/** From when on this call has the key. Throws what the call before it with this key asks for. */
async function claim(ticket: IdempotencyTicket, isSecret: boolean): Promise<Date> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const now = clock.date();
    if (await insertKey(ticket, now)) return now;
    const before = await findKey(ticket);
    if (before === null) continue; // its refusal came in between
    if (!before.fingerprint.equals(ticket.fingerprint) && !ticket.isOfSameBody(before.fingerprint))
      throw mismatch();
    const isYoung = before.created_at.getTime() > now.getTime() - LEASE_MS;
    // Done or not yet, its answer is still to come.
    if (before.body === null && isYoung) throw inProgress();
    if (before.status !== null) throw replayOf(ticket, before, isSecret);
    if (await takeOver(ticket, before.created_at, now)) return now;
  }
  throw inProgress();
}

function replayOf(ticket: IdempotencyTicket, { status, body }: FoundKey, isSecret: boolean): Error {
  const lost = new AppError(
    "already_exists",
    "What this Idempotency-Key asked for was done, but its answer is lost. Read what there is before you send another key.",
  );
  if (status === null || status === DONE_WITHOUT_ANSWER || body === null) return lost;
  if (!isSecret) return new IdempotentReplay(status, body);
  try {
    return new IdempotentReplay(status, decrypt(Buffer.from(body, "base64"), contextOf(ticket)));
  } catch {
    return lost; // the key it was encrypted with is gone
  }
}
