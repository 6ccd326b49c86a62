import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import type { Frequency, RecurrenceRule } from "./recurrence-rule";
import type { Wall, ZoneClock } from "./zone-clock";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Lengths of steps that a zone's clock changes don't affect. */
const EXACT_STEPS: Partial<Record<Frequency, number>> = {
  HOURLY: HOUR_MS,
  MINUTELY: 60_000,
  SECONDLY: SECOND_MS,
};

/** Repetitions computed per chunk. */
const CHUNK = 2_000;
/** Periods that the library walks per call. Its fast paths for common rules don't count them. */
const MAX_PERIODS = 50_000;
const MAX_CALLS = 400;
/** Times per day beyond which seconds in a rule are ignored. */
const MAX_TIMES_A_DAY = 1_440;
/** Repetitions before the window that are counted for a COUNT. */
const MAX_COUNTED = 50_000;
/** Above this many times per day, BYSETPOS considers only MAX_CANDIDATES of them. */
const MANY_TIMES = 24;
const MAX_CANDIDATES = 100_000;

/** A rule repeats more often than can be computed. Repetitions yielded before this are correct. */
export class TooManyRepetitions extends Error {
  constructor() {
    super("The rule repeats more often than can be computed.");
    this.name = "TooManyRepetitions";
  }
}

/**
 * The start of a series in its zone's wall time. Whole days exist even where a clock change skips
 * midnight.
 */
export interface SeriesStart {
  wall: Wall;
  zone: ZoneClock;
  is_date: boolean;
}

/**
 * The instants at which a rule repeats within a window (both ends included), in order; the start
 * only if the rule matches it. Local times skipped by a clock change are left out and not counted
 * (RFC 5545, 3.3.10). HOURLY and shorter frequencies are exact and pass through clock changes.
 * Throws TooManyRepetitions.
 */
export function* repetitions(
  rule: RecurrenceRule,
  start: SeriesStart,
  window: { from: number; to: number },
): Generator<{ wall: Wall; instant: number }> {
  const { zone } = start;
  const step = EXACT_STEPS[rule.freq];
  const begin = zone.toInstant(start.wall);
  const from = Math.max(window.from, begin);
  const to = Math.min(window.to, endOf(rule, start));
  if (from > to) return;
  if (step !== undefined)
    yield* exactRepetitions(rule, begin, step * rule.interval, zone, from, to);
  else
    for (const wall of calendarRepetitions(rule, start, { from, to })) {
      const instant = zone.toInstant(wall);
      if (instant >= from && instant <= to) yield { wall, instant };
    }
}

/** UNTIL as an instant. A day ends with its last second. */
function endOf({ until }: RecurrenceRule, { zone }: SeriesStart): number {
  if (until === null) return Infinity;
  if (until.kind === "utc") return until.at;
  return zone.toInstant(until.kind === "date" ? until.at + DAY_MS - SECOND_MS : until.at);
}

/** DAILY and longer, by the calendar: the library runs in UTC, where every wall time exists. */
function* calendarRepetitions(
  rule: RecurrenceRule,
  start: SeriesStart,
  { from, to }: { from: number; to: number },
): Generator<Wall> {
  const { zone, is_date } = start;
  const [first, last] = [zone.toWall(from) - HOUR_MS * 3, zone.toWall(to) + HOUR_MS * 3];
  const gaps = is_date ? [] : skippedTimes(rule, start, to);
  const chosen = rule.lists.BYSETPOS;
  if (chosen !== undefined && gaps.length > 0 && zone.name !== null) {
    // BYSETPOS skips local times that don't exist, so the library needs the zone.
    const occurrences = build(rule, start.wall, rule.count, zone.name);
    for (const instant of between(occurrences, from, to)) yield zone.toWall(instant);
    return;
  }
  // The start counts even if it doesn't exist locally.
  const uncounted = gaps.filter((gap) => !isIn(gap, start.wall));
  const count = rule.count === null ? null : countWithGaps(rule, start.wall, uncounted);
  for (const wall of inChunks(build(rule, start.wall, count), rule, first, last))
    if (is_date || gaps.length === 0 || zone.shows(wall)) yield wall;
}

/** Local times that match the rule but are skipped by clock changes, up to `to`. */
function skippedTimes(
  rule: RecurrenceRule,
  { wall, zone }: SeriesStart,
  to: number,
): { from: Wall; to: Wall }[] {
  const times = timesOfDay(rule, wall);
  const gaps: { from: Wall; to: Wall }[] = [];
  let before: number | null = null;
  for (const { from, offset } of zone.periods(zone.toInstant(wall), to)) {
    if (before !== null && offset > before) {
      const gap = { from: from + before, to: from + offset - 1 };
      const day = Math.floor(gap.from / DAY_MS) * DAY_MS;
      if (times.some((time) => [day, day + DAY_MS].some((at) => isIn(gap, at + time))))
        gaps.push(gap);
    }
    before = offset;
  }
  return gaps;
}

function isIn({ from, to }: { from: number; to: number }, at: number): boolean {
  return at >= from && at <= to;
}

function timesOfDay({ lists }: RecurrenceRule, start: Wall): number[] {
  const at = new Date(start);
  const hours = lists.BYHOUR ?? [at.getUTCHours()];
  const minutes = lists.BYMINUTE ?? [at.getUTCMinutes()];
  const seconds = lists.BYSECOND ?? [at.getUTCSeconds()];
  const times = hours.flatMap((hour) => minutes.map((minute) => (hour * 60 + minute) * 60_000));
  // Offsets change at whole minutes, so seconds don't matter.
  return times.map((time) => time + (seconds[0] ?? 0) * SECOND_MS);
}

/** How many repetitions the library must count so that `rule.count` existing ones remain. */
function countWithGaps(
  rule: RecurrenceRule,
  start: Wall,
  gaps: readonly { from: Wall; to: Wall }[],
): number {
  const wanted = rule.count ?? 0;
  let count = wanted;
  for (const gap of gaps) {
    const skipped = between(build(rule, start, count), gap.from, gap.to).length;
    // The extra repetitions may reach a later gap, which the next iteration checks.
    count += skipped;
  }
  return count;
}

/**
 * HOURLY and shorter: exact steps from the start, computed separately for each offset period of the
 * zone.
 */
function* exactRepetitions(
  rule: RecurrenceRule,
  begin: number,
  step: number,
  zone: ZoneClock,
  from: number,
  to: number,
): Generator<{ wall: Wall; instant: number }> {
  const isPlain = Object.keys(rule.lists).length + rule.weekdays.length === 0;
  const last = rule.count !== null && isPlain ? Math.min(to, begin + (rule.count - 1) * step) : to;
  let left = rule.count !== null && !isPlain ? rule.count : Infinity;
  const mustCount = left < Infinity;
  let counted = 0;
  for (const period of zone.periods(mustCount ? begin : from, last)) {
    const occurrences = build(rule, begin + period.offset, null);
    const first = Math.max(period.from, mustCount ? begin : from) + period.offset;
    const end = Math.min(period.to - 1, last) + period.offset;
    for (const wall of inChunks(occurrences, rule, first, end)) {
      if (left-- <= 0) return;
      const instant = wall - period.offset;
      if (instant >= from) yield { wall, instant };
      else if (++counted > MAX_COUNTED) throw new TooManyRepetitions();
    }
  }
}

/** The repetitions between two times, in chunks, so that a caller can stop early. */
function* inChunks(
  occurrences: RRuleTemporal,
  rule: RecurrenceRule,
  from: Wall,
  to: Wall,
): Generator<Wall> {
  let length = Math.max(HOUR_MS / 4, (CHUNK / timesADay(rule)) * DAY_MS);
  let calls = 0;
  for (let begin = from; begin <= to;) {
    if (++calls > MAX_CALLS) throw new TooManyRepetitions();
    const end = Math.min(to, begin + length - 1);
    const walls = tryBetween(occurrences, begin, end);
    if (walls === null) {
      if (length <= HOUR_MS / 4) throw new TooManyRepetitions();
      length /= 8;
      continue;
    }
    yield* walls;
    begin = end + 1;
    // Sparse rules use longer chunks.
    if (walls.length < CHUNK / 4) length *= 2;
  }
}

/** An upper bound of a rule's repetitions per day. */
function timesADay({ freq, interval, lists }: RecurrenceRule): number {
  const size = (name: "BYHOUR" | "BYMINUTE" | "BYSECOND") => lists[name]?.length ?? 1;
  if (freq === "SECONDLY") return Math.max(1, 86_400 / interval);
  if (freq === "MINUTELY") return Math.max(1, (1_440 / interval) * size("BYSECOND"));
  const times = size("BYMINUTE") * size("BYSECOND");
  return freq === "HOURLY" ? Math.max(1, (24 / interval) * times) : size("BYHOUR") * times;
}

function tryBetween(occurrences: RRuleTemporal, from: number, to: number): number[] | null {
  try {
    return between(occurrences, from, to);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("Maximum ")) return null;
    throw error;
  }
}

function between(occurrences: RRuleTemporal, from: number, to: number): number[] {
  return occurrences
    .between(new Date(from), new Date(to), true)
    .map(({ epochMilliseconds }) => epochMilliseconds);
}

/** Builds the library's rule for a wall-clock start, in UTC unless a zone is given. */
function build(
  rule: RecurrenceRule,
  start: Wall,
  count: number | null,
  zone = "UTC",
): RRuleTemporal {
  const stamp = new Date(start).toISOString().replace(/[-:]|\.\d+Z$/g, "");
  return new RRuleTemporal({
    rruleString: `DTSTART;TZID=${zone}:${stamp}\nRRULE:${textOf(rule, count)}`,
    temporal: Temporal,
    maxIterations: MAX_PERIODS,
    // Any value but the default disables the library's fast paths.
    ...(rule.lists.BYSETPOS !== undefined && timesADay(rule) > MANY_TIMES
      ? { maxCandidateEvaluations: MAX_CANDIDATES }
      : {}),
  });
}

function textOf(rule: RecurrenceRule, count: number | null): string {
  const { freq, interval, lists, weekdays, week_start, skip } = rule;
  const parts = [`FREQ=${freq}`, `INTERVAL=${interval}`, `WKST=${week_start}`];
  if (skip !== null) parts.unshift("RSCALE=GREGORIAN", `SKIP=${skip}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  if (weekdays.length > 0) parts.push(`BYDAY=${weekdays.join(",")}`);
  const isDense = timesADay(rule) > MAX_TIMES_A_DAY && freq !== "SECONDLY";
  for (const [name, values] of Object.entries(lists))
    parts.push(
      `${name}=${(isDense && name === "BYSECOND" ? values.slice(0, 1) : values).join(",")}`,
    );
  return parts.join(";");
}
