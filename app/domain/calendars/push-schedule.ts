import type { CalendarProblem } from "~/adapters/calendars/port";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delay after each failed attempt to write a booking externally; the last one repeats until the
 * booking is over. 75 h in total before it.
 */
export const PUSH_DELAYS_MS = [
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/**
 * Delays for a meeting that the provider creates after its event. After the last one the booking
 * has no link until it is written again.
 */
export const MEETING_DELAYS_MS = [5 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];
/**
 * How often calendars of an inaccessible account are retried; reconnecting it retries immediately.
 */
const CLOSED_ACCOUNT_MS = 15 * MINUTE;
const RATE_LIMITED_MS = MINUTE;
const LONGEST_WAIT_MS = 24 * HOUR;
const JITTER = 0.25;

export interface PushVerdict {
  /**
   * The scope of the delay: only this booking; all bookings of the calendar, since others would
   * fail too; or this booking, and the calendar pauses for now.
   */
  waits: "push" | "calendar" | "push_and_rest";
  delay_ms: number;
  /**
   * Whether it counts as a failed attempt: an inaccessible account or a throttling provider is not
   * the booking's fault.
   */
  counts: boolean;
}

/**
 * Decides how to continue after the `attempts`th failed attempt of a booking; `random` in [0, 1)
 * varies the delay by ±25 %.
 */
export function classifyPushAttempt(
  problem: CalendarProblem | "internal",
  retryAfterMs: number | null,
  attempts: number,
  random: number,
): PushVerdict {
  const jittered = (ms: number) => Math.round(ms * (1 - JITTER + 2 * JITTER * random));
  switch (problem) {
    case "rate_limited": {
      const requestedWait = Math.min(retryAfterMs ?? RATE_LIMITED_MS, LONGEST_WAIT_MS);
      // Never earlier than the provider allows.
      return {
        waits: "calendar",
        delay_ms: requestedWait + Math.round(requestedWait * JITTER * random),
        counts: false,
      };
    }
    case "reconnect":
    case "missing_scope":
    case "admin_consent":
    case "operator":
    case "other_host":
      return { waits: "calendar", delay_ms: jittered(CLOSED_ACCOUNT_MS), counts: false };
    case "unavailable":
    case "address_not_allowed":
      return { waits: "push_and_rest", delay_ms: jittered(delayAfter(attempts)), counts: true };
    default:
      return { waits: "push", delay_ms: jittered(delayAfter(attempts)), counts: true };
  }
}

const delayAfter = (attempts: number): number =>
  PUSH_DELAYS_MS[Math.min(Math.max(attempts, 1), PUSH_DELAYS_MS.length) - 1]!; // within the list
