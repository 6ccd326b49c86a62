import type { Processing } from "~/contract/service-fields";

const MINUTE_MS = 60_000;

/** The part of a time that leaves its resource free. */
export interface Gap {
  gap_from: Date;
  gap_to: Date;
}

/**
 * The gap that a processing time makes in [starts_at, ends_at); null: none, or the time ends before
 * the work after it would begin.
 */
export function gapOf(
  processing: Processing | null | undefined,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
): Gap | null {
  if (!processing) return null;
  const gap_from = new Date(starts_at.getTime() + processing.after_minutes * MINUTE_MS);
  const gap_to = new Date(gap_from.getTime() + processing.minutes * MINUTE_MS);
  return gap_to < ends_at ? { gap_from, gap_to } : null;
}

/** The processing time that a gap came from. */
export function processingOf({
  starts_at,
  gap_from,
  gap_to,
}: { starts_at: Date } & Partial<Record<keyof Gap, Date | null>>): Processing | null {
  if (!gap_from || !gap_to) return null;
  return {
    after_minutes: (gap_from.getTime() - starts_at.getTime()) / MINUTE_MS,
    minutes: (gap_to.getTime() - gap_from.getTime()) / MINUTE_MS,
  };
}

interface Span {
  from: number;
  to: number;
}

/** The time that a booking occupies, with its gap; epoch ms. */
export interface WorkTime extends Span {
  gap: Span | null;
}

/** Whether taken time is in the way: it overlaps a time outside its gap. */
export function overlapsWork(taken: Span, { from, to, gap }: WorkTime): boolean {
  if (taken.from >= to || taken.to <= from) return false;
  return gap === null || taken.from < gap.from || taken.to > gap.to;
}
