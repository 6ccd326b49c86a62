import { isDeepStrictEqual } from "node:util";
import type { Processing } from "~/contract/service-fields";
import type { OpenInterval } from "../hours/open-intervals";
import type { OpenTimes } from "../hours/open-times";
import type { ScheduleHours } from "./slot-times";

/** The part of a schedule on a resource that determines its times. */
export type Plan = Pick<
  ScheduleHours,
  "duration_minutes" | "step_minutes" | "buffer_before_minutes" | "buffer_after_minutes"
> & {
  open: OpenTimes;
  /** The longest bookable length; absent: the duration. */
  longest_minutes?: number;
  processing?: Processing | null;
};

/** [from, to) in epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The span in which the times of two plans may differ within the dates `from` to `to`, `to` being
 * the last date of the later plan's horizon; null when they are the same. Hours that only one of
 * them has count entirely. `known` is the last date that the earlier plan was made for.
 */
export function changedSpan(
  before: Plan,
  after: Plan,
  from: string,
  to: string,
  known: string,
): Span | null {
  const isCutAlike =
    before.duration_minutes === after.duration_minutes &&
    before.step_minutes === after.step_minutes &&
    before.buffer_before_minutes === after.buffer_before_minutes &&
    before.buffer_after_minutes === after.buffer_after_minutes &&
    isDeepStrictEqual(before.processing ?? null, after.processing ?? null);
  const [old, wanted] = [before.open.between(from, to), after.open.between(from, to)];
  const span: Span = { from: Infinity, to: -Infinity };
  const add = ({ start_ms, end_ms }: OpenInterval) => {
    span.from = Math.min(span.from, start_ms);
    span.to = Math.max(span.to, end_ms);
  };
  // Both are ascending and do not overlap.
  for (let [at, next] = [0, 0]; at < old.length || next < wanted.length;) {
    const [was, is] = [old[at], wanted[next]];
    if (is === undefined || (was !== undefined && was.start_ms < is.start_ms)) {
      add(was!); // at least one exists
      at += 1;
    } else if (was === undefined || is.start_ms < was.start_ms) {
      add(is);
      next += 1;
    } else {
      const isSame =
        isCutAlike &&
        was.end_ms === is.end_ms &&
        reachOf(was, before) === reachOf(is, after) &&
        was.date <= known;
      if (!isSame) [was, is].forEach(add);
      at += 1;
      next += 1;
    }
  }
  return span.from === Infinity ? null : span;
}

/**
 * How far after an interval open time still matters for its last start: beyond the longest length
 * nothing changes.
 */
function reachOf(
  { end_ms, until_ms }: OpenInterval,
  { duration_minutes, longest_minutes }: Plan,
): number {
  return Math.min(until_ms, end_ms + (longest_minutes ?? duration_minutes) * 60_000);
}
