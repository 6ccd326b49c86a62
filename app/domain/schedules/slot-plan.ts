import type { SlotTime } from "./slot-times";

/**
 * The most slots, and the longest span, made in one transaction: bookings of the resource wait for
 * it.
 */
const STEP_SLOTS = 500;
const STEP_MS = 7 * 86_400_000;

/** One step of making slots: the planned starts (epoch ms) of [from, to). */
export interface PlanStep {
  from: number;
  to: number;
  starts: number[];
}

/** Cuts [from, to) into consecutive steps; `times` is ascending. */
export function planSteps(times: readonly SlotTime[], from: number, to: number): PlanStep[] {
  const starts = times.map((time) => time.starts_at).filter((start) => start >= from && start < to);
  const steps: PlanStep[] = [];
  let next = 0;
  for (let at = from, end; at < to; at = end) {
    end = Math.min(at + STEP_MS, starts[next + STEP_SLOTS] ?? to, to);
    const first = next;
    while (next < starts.length && starts[next]! < end) next += 1;
    steps.push({ from: at, to: end, starts: starts.slice(first, next) });
  }
  return steps;
}
