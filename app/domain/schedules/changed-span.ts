import type { OpenInterval } from "../hours/open-intervals";
import { type HoursLimits, NO_LIMITS, openWithin } from "../hours/open-within";
import type { ScheduleHours } from "./slot-times";

/** The part of a schedule that decides which times it offers, and how far ahead; with `limits` on one resource. */
export type Plan = ScheduleHours & {
  max_advance_days: number;
  limits?: HoursLimits;
  /** The longest length that can be booked; the duration if left out. */
  longest_minutes?: number;
};

/** [from, to) in epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Where the times of two plans may differ within the dates `from` to `to`, `to` being the last date of the later plan's horizon; null when
 * they are the same. Hours that only one of them has count whole. `known` is the last date that the earlier plan was made for.
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
    before.buffer_after_minutes === after.buffer_after_minutes;
  const named = (plan: Plan) =>
    new Map(
      openWithin(plan, plan.limits ?? NO_LIMITS, from, to).map((each) => [
        nameOf(each, plan),
        each,
      ]),
    );
  const [old, wanted] = [named(before), named(after)];
  const isSame = (name: string) =>
    isCutAlike && old.has(name) && wanted.has(name) && old.get(name)!.date <= known;
  const changed = [...old, ...wanted]
    .filter(([name]) => !isSame(name))
    .map(([, interval]) => interval);
  if (changed.length === 0) return null;
  return {
    from: changed.reduce((least, { start_ms }) => Math.min(least, start_ms), Infinity),
    to: changed.reduce((most, { end_ms }) => Math.max(most, end_ms), -Infinity),
  };
}

/** Its starts, and how far beyond it the last of them may reach: what is open beyond the longest length changes nothing. */
function nameOf(
  { start_ms, end_ms, until_ms }: OpenInterval,
  { duration_minutes, longest_minutes }: Plan,
): string {
  const longest = longest_minutes ?? duration_minutes;
  return [start_ms, end_ms, Math.min(until_ms, end_ms + longest * 60_000)].join("-");
}
