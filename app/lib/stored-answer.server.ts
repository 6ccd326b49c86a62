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

// Stores responses of operations that don't do so in their own transaction. The key's row is
// inserted before the work begins (status null), and each of the work's transactions marks it in
// its last statement (status 0). After a crash it is therefore known whether anything was
// committed.

/**
 * Longer than any call can take. After it, a call that has committed nothing is considered lost.
 */
const LEASE_MS = 5 * 60_000;
const DONE_WITHOUT_ANSWER = 0;
const TRIES = 3;

/**
 * Runs `work` once per key and stores its response, encrypted if it contains a secret. Refusals are
 * not stored. Throws IdempotentReplay, idempotency_mismatch, idempotency_in_progress,
 * already_exists (done, but the response was lost).
 */
export async function withStoredAnswer<T>(
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
    // A refusal has changed nothing. After any other error the key can be reused unless something
    // was committed, in which case there is no response to replay.
    if (error instanceof AppError) await orWarn(deleteKey(ticket, since, false));
    else await orWarn(endUnanswered(ticket, since));
    throw error;
  }
  const { status, body } = await answerOf(result);
  const storedBody = isSecret ? encrypt(body, contextOf(ticket)).toString("base64") : body;
  await orWarn(writeAnswer(ticket, since, { status, body: storedBody }));
  return result;
}

async function endUnanswered(ticket: IdempotencyTicket, since: Date): Promise<void> {
  await deleteKey(ticket, since, true);
  await writeAnswer(ticket, since, { status: DONE_WITHOUT_ANSWER, body: "" });
}

const contextOf = ({ tenant_id, route, key }: IdempotencyTicket) =>
  `kept answer ${tenant_id} ${route} ${key}`;

/** Best effort: a failure of this bookkeeping must not fail the caller's request. */
async function orWarn(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) =>
    log.warn({ err: error }, "the state of an Idempotency-Key could not be written"),
  );
}

/**
 * Claims the key and returns the time of the claim. Throws the outcome of an earlier call with this
 * key.
 */
async function claim(ticket: IdempotencyTicket, isSecret: boolean): Promise<Date> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const now = clock.date();
    if (await insertKey(ticket, now)) return now;
    const before = await findKey(ticket);
    if (before === null) continue; // refused and deleted concurrently
    if (!before.fingerprint.equals(ticket.fingerprint)) throw mismatch();
    const isYoung = before.created_at.getTime() > now.getTime() - LEASE_MS;
    // Its response is still to come, whether or not it has committed.
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
    return lost; // its encryption key is gone
  }
}
