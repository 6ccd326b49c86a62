const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay before each of the ten attempts: 75 h 35 m in total. */
export const ATTEMPT_DELAYS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const MAX_RETRY_AFTER_MS = 24 * HOUR;
const JITTER = 0.1;

/** A subscription with nothing but failures for this long, and at least this many, is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;
export const DISABLE_AFTER_FAILURES = 10;

/** A subscription with nothing but failures for this long is reported. */
export const WARN_AFTER_MS = 2 * HOUR;

/** The result of an attempt: a status, or the reason why there is none. */
export interface Outcome {
  response_code: number | null;
  error: string | null;
  retry_after_ms: number | null;
}

export interface Verdict {
  status: "succeeded" | "pending" | "failed";
  /** Milliseconds until the next attempt; null when there is none. */
  delay_ms: number | null;
  /** 410 Gone: the receiver asks to be left alone (RFC 9110, 15.5.11). */
  is_gone: boolean;
}

/** 2xx, and no error afterwards. */
function isSuccess({ response_code, error }: Outcome): boolean {
  return error === null && response_code !== null && response_code >= 200 && response_code < 300;
}

/**
 * Decides what follows an attempt. `attempts` includes it, of at most `maxAttempts`; `random` is in
 * [0, 1) and varies the scheduled delay by ±10 %. Retry-After can only lengthen the delay, to 24
 * hours at most. Attempt 1 failed: 5 s ± 0.5 s; with `Retry-After: 120`: 120 s.
 */
export function classifyAttempt(
  outcome: Outcome,
  attempts: number,
  maxAttempts: number,
  random: number,
): Verdict {
  if (isSuccess(outcome)) return { status: "succeeded", delay_ms: null, is_gone: false };
  if (outcome.response_code === 410) return { status: "failed", delay_ms: null, is_gone: true };
  const scheduled = attempts < maxAttempts ? ATTEMPT_DELAYS_MS[attempts] : undefined;
  if (scheduled === undefined) return { status: "failed", delay_ms: null, is_gone: false };
  const jittered = Math.round(scheduled * (1 - JITTER + 2 * JITTER * random));
  const retryAfter = Math.min(outcome.retry_after_ms ?? 0, MAX_RETRY_AFTER_MS);
  return { status: "pending", delay_ms: Math.max(jittered, retryAfter), is_gone: false };
}
