import type { Hours } from "~/domain/hours/open-intervals";

const DAY = 1440;

/** Open time of a day in minutes since midnight; `to` is above 1440 for overnight hours. */
export function toMinutes(hours: readonly Hours[]): { from: number; to: number }[] {
  return hours.map(({ start, end }) => ({
    from: minuteOf(start),
    to: minuteOf(end) + (end <= start ? DAY : 0),
  }));
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Opens or closes the minutes from `from` to `to`; hours that touch are merged. */
export function paintHours(
  hours: readonly Hours[],
  from: number,
  to: number,
  open: boolean,
): Hours[] {
  const before = toMinutes(hours);
  const kept = before.flatMap((span) => [
    { from: span.from, to: Math.min(span.to, from) },
    { from: Math.max(span.from, to), to: span.to },
  ]);
  const spans = (open ? [...before, { from, to }] : kept).filter((span) => span.from < span.to);
  const joined: { from: number; to: number }[] = [];
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined.map((span) => ({ start: timeOf(span.from), end: timeOf(span.to) }));
}
