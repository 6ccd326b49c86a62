import type { CalendarProblem } from "~/adapters/calendars/port";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait after each failed attempt to write a booking outside; the last one goes on until the booking is over. 75 h in sum before it. */
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
/** While an account does not open, its calendars are looked after so often; whoever connects it again does not wait for it. */
const CLOSED_ACCOUNT_MS = 15 * MINUTE;
const RATE_LIMITED_MS = MINUTE;
const LONGEST_WAIT_MS = 24 * HOUR;
const JITTER = 0.25;

export interface PushVerdict {
  /** Who waits: this booking alone; the calendar's whole lane, since no other one would fare better; or this one, and the lane rests for now. */
  waits: "push" | "lane" | "push_and_rest";
  delay_ms: number;
  /** Whether it counts as an attempt that failed: an account that does not open, and a provider that asks to wait, are not the booking's fault. */
  counts: boolean;
}

/** What follows from an attempt that failed, the `attempts`th of this booking's; `random` in [0, 1) moves the wait by ±25 %. */
export function judgePush(
  problem: CalendarProblem | "internal",
  retryAfterMs: number | null,
  attempts: number,
  random: number,
): PushVerdict {
  const jittered = (ms: number) => Math.round(ms * (1 - JITTER + 2 * JITTER * random));
  switch (problem) {
    case "rate_limited": {
      const asked = Math.min(retryAfterMs ?? RATE_LIMITED_MS, LONGEST_WAIT_MS);
      // Never sooner than it was asked for.
      return {
        waits: "lane",
        delay_ms: asked + Math.round(asked * JITTER * random),
        counts: false,
      };
    }
    case "reconnect":
    case "missing_scope":
    case "admin_consent":
    case "operator":
    case "other_host":
      return { waits: "lane", delay_ms: jittered(CLOSED_ACCOUNT_MS), counts: false };
    case "unavailable":
    case "address_not_allowed":
      return { waits: "push_and_rest", delay_ms: jittered(delayAfter(attempts)), counts: true };
    default:
      return { waits: "push", delay_ms: jittered(delayAfter(attempts)), counts: true };
  }
}

const delayAfter = (attempts: number): number =>
  PUSH_DELAYS_MS[Math.min(Math.max(attempts, 1), PUSH_DELAYS_MS.length) - 1]!; // within the list
