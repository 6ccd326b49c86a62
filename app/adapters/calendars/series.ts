import ICAL from "ical.js";
import { readStamp } from "~/lib/calendar-stamp";
import { repetitions, TooManyRepetitions } from "~/lib/recurrence";
import { parseRule } from "~/lib/recurrence-rule";
import { UTC, type Wall } from "~/lib/zone-clock";
import { type FileEvent, type FileTime, firstTime, isProper, valuesOf } from "./file-events";
import type { UnreadReason } from "./port";

/** Occurrences read per event: hourly for more than a year. */
export const MAX_EVENT_SPANS = 10_000;
/** Occurrences examined per event, including those outside the window. */
const MAX_STEPS = 50_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** An occurrence and the event that defines it. */
export interface Span {
  event: FileEvent;
  instance: string;
  starts_at: number;
  ends_at: number;
}

export interface SeriesTask {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /**
   * Whether an event takes time. Of a series that takes none, only the first occurrence is read.
   */
  isBusy(event: FileEvent): boolean;
  /** Whether the time limit is reached; the remaining repetitions are then dropped. */
  isSpent(): boolean;
  /** Reports why an event could not be read completely. */
  report(reason: UnreadReason): void;
}

/**
 * Duration of an event: whole days by the calendar, the rest by the clock (RFC 5545, 3.3.6 and
 * 3.8.5.3).
 */
interface Length {
  days: number;
  ms: number;
}

/** An occurrence before replacements. `length` if it differs from the series'. */
interface Start {
  wall: Wall;
  instant: number;
  length?: Length;
}

/** The changes that an event with RANGE=THISANDFUTURE applies to the following occurrences. */
interface Shift {
  event: FileEvent;
  /** In the series' wall time. */
  from: Wall;
  /** The new time of the replaced occurrence, in the wall time that later ones keep. */
  to: FileTime;
  length: Length;
}

/** The occurrences of one UID (a series and its replaced occurrences) that touch the window. */
export function* seriesOf(events: readonly FileEvent[], task: SeriesTask): Generator<Span> {
  const masters = events.filter(({ replaces }) => replaces === null);
  const replaced = events.filter(({ replaces }) => replaces !== null);
  for (const event of events) if (event.unreadable.length > 0) task.report("format");
  // Replaced occurrences first: they are cheap, and must count even if the series exceeds the
  // limits.
  for (const event of replaced) {
    if (event.replaces === null) continue;
    const start = masters[0]?.start ?? event.replaces;
    const instance = nameOf(start, keyOf(start, momentOf(start, event.replaces)));
    yield* within(task, spanAt(event, startOf(event.start), instance, lengthOf(event)));
  }
  for (const master of masters)
    if (isSeries(master)) yield* occurrences(master, replaced, task);
    else yield* within(task, spanAt(master, startOf(master.start), "", lengthOf(master)));
}

export function isSeries({ component }: FileEvent): boolean {
  return ["x-rrule", "x-rdate"].some((name) => component.hasProperty(name));
}

function* occurrences(
  master: FileEvent,
  replaced: readonly FileEvent[],
  task: SeriesTask,
): Generator<Span> {
  const { start } = master;
  const ownLength = lengthOf(master);
  const following = shiftsOf(master, replaced);
  const taken = takenOut(master, replaced);
  const isFree = ![master, ...following.map(({ event }) => event)].some(task.isBusy);
  let steps = 0;
  let spans = 0;
  for (const found of startsOf(master, reachOf(ownLength, start, following, task), task)) {
    if (++steps > MAX_STEPS || (steps % 128 === 0 && task.isSpent()))
      return task.report("too_many");
    const key = keyOf(start, found);
    if (taken.keys.has(key) || taken.days.has(dayOf(found.wall))) continue;
    const later = following.findLast(({ from }) => from < found.wall);
    const span =
      later === undefined
        ? spanAt(master, found, nameOf(start, key), found.length ?? ownLength)
        : spanAt(later.event, shifted(later, found.wall), nameOf(start, key), later.length);
    for (const each of within(task, span)) {
      if (++spans > MAX_EVENT_SPANS) return task.report("too_many");
      yield each;
      if (isFree) return;
    }
  }
}

/**
 * The range of starts of occurrences that can touch the window, given their length and how far they
 * were moved.
 */
function reachOf(
  length: Length,
  start: FileTime,
  following: readonly Shift[],
  { from, to }: SeriesTask,
): { from: number; to: number } {
  const lengths = [length, ...following.map((shift) => shift.length)];
  // A clock change can make a day longer.
  const long = Math.max(0, ...lengths.map(({ days, ms }) => days * (DAY_MS + 3 * HOUR_MS) + ms));
  const moves = following.map((shift) =>
    Math.abs(startOf(shift.to).instant - start.zone.toInstant(shift.from)),
  );
  const moved = moves.length === 0 ? 0 : Math.max(...moves) + 2 * DAY_MS;
  return { from: from - long - moved, to: to + moved };
}

/** The starts of a series: DTSTART, RRULE and RDATE combined. */
function* startsOf(
  master: FileEvent,
  reach: { from: number; to: number },
  task: SeriesTask,
): Generator<Start> {
  const { start } = master;
  const given = new Set<number>();
  const isNew = (found: Start) => {
    const key = keyOf(start, found);
    return (
      found.instant >= reach.from && found.instant <= reach.to && !given.has(key) && given.add(key)
    );
  };
  const first = startOf(start);
  if (isNew(first)) yield first;
  const dates = datesOf(master).filter(isNew);
  yield* dates.sort((one, other) => one.instant - other.instant);
  for (const property of master.component.getAllProperties("x-rrule")) {
    const parsed = parseRule(String(property.getFirstValue()));
    if (parsed?.is_whole !== true) task.report("rule");
    // Whole-day events have no hours to repeat by.
    const isOdd =
      start.is_date && ["HOURLY", "MINUTELY", "SECONDLY"].includes(parsed?.rule.freq ?? "");
    if (isOdd) task.report("rule");
    if (parsed === null || isOdd) continue;
    const { rule } = parsed;
    if (start.is_date)
      for (const name of ["BYHOUR", "BYMINUTE", "BYSECOND"] as const) delete rule.lists[name];
    try {
      if (task.isSpent()) throw new TooManyRepetitions();
      for (const found of repetitions(rule, start, reach)) if (isNew(found)) yield found;
    } catch (error) {
      task.report(error instanceof TooManyRepetitions ? "too_many" : "rule");
    }
  }
}

/** RDATE: times, or periods with their own length. */
function datesOf({ component, start, timeOf }: FileEvent): Start[] {
  return component.getAllProperties("x-rdate").flatMap((property) =>
    listOf(property).flatMap((value): Start[] => {
      const [begin = "", end] = value.split("/");
      const stamp = readStamp(begin);
      if (stamp === null || !isProper(stamp.at)) return [];
      const moment = momentOf(start, timeOf(property, stamp));
      if (end === undefined) return [moment];
      const until = readStamp(end);
      if (until === null)
        return [{ ...moment, length: durationLength(ICAL.Duration.fromString(end)) }];
      const ms = startOf(timeOf(property, until)).instant - moment.instant;
      return [{ ...moment, length: { days: 0, ms } }];
    }),
  );
}

function listOf(property: ICAL.Property): string[] {
  return String(property.getFirstValue()).split(",");
}

function shiftsOf(master: FileEvent, replaced: readonly FileEvent[]): Shift[] {
  return replaced
    .flatMap((event): Shift[] => {
      if (event.replaces === null || !event.replaces_following) return [];
      const from = momentOf(master.start, event.replaces).wall;
      return [{ event, from, to: clockOf(master.start, event.start), length: lengthOf(event) }];
    })
    .sort((one, other) => one.from - other.from);
}

/**
 * Some write the series' own local time in UTC. Any other zone is intended, and its clock changes
 * apply.
 */
function clockOf(start: FileTime, time: FileTime): FileTime {
  if (time.is_date || time.zone !== UTC) return time;
  return { wall: start.zone.toWall(time.wall), is_date: false, zone: start.zone };
}

function shifted({ from, to }: Shift, wall: Wall): Start {
  const by = wall - from;
  return startOf({ ...to, wall: to.wall + (to.is_date ? dayOf(by) * DAY_MS : by) });
}

/** Replaced and removed occurrences: by key, or all that start on a day. */
function takenOut(
  { start, component, timeOf }: FileEvent,
  replaced: readonly FileEvent[],
): { keys: Set<number>; days: Set<number> } {
  const keys = new Set<number>();
  const days = new Set<number>();
  for (const { replaces } of replaced)
    if (replaces !== null) keys.add(keyOf(start, momentOf(start, replaces)));
  for (const property of component.getAllProperties("x-exdate"))
    for (const value of listOf(property)) {
      const stamp = readStamp(value);
      if (stamp === null || !isProper(stamp.at)) continue;
      const time = timeOf(property, stamp);
      // A date removes what starts on that day, even if the series has times.
      if (time.is_date) days.add(dayOf(time.wall));
      else keys.add(keyOf(start, momentOf(start, time)));
    }
  return { keys, days };
}

function dayOf(wall: Wall): number {
  return Math.floor(wall / DAY_MS);
}

function startOf({ wall, zone }: FileTime): Start {
  return { wall, instant: zone.toInstant(wall) };
}

/**
 * Converts a time to the series' form: in a series with times, a date means the occurrence on that
 * day.
 */
function momentOf(start: FileTime, time: FileTime): Start {
  if (start.is_date) return startOf({ ...start, wall: dayOf(dateIn(start, time)) * DAY_MS });
  if (time.is_date) return startOf({ ...start, wall: time.wall + (start.wall % DAY_MS) });
  const instant = time.zone.toInstant(time.wall);
  return { wall: start.zone.toWall(instant), instant };
}

/** The day of a time in a whole-day series: some write its midnight in UTC. */
function dateIn(start: FileTime, time: FileTime): Wall {
  const own = time.zone === UTC ? start.zone.toWall(time.wall) : time.wall;
  return own % DAY_MS === 0 ? own : time.wall;
}

/** Key of an occurrence: its original start. */
function keyOf({ is_date }: FileTime, { wall, instant }: Start): number {
  return is_date ? wall : instant;
}

function nameOf({ is_date }: FileTime, key: number): string {
  const name = new Date(key).toISOString();
  return is_date ? name.slice(0, 10) : name;
}

function spanAt(event: FileEvent, start: Start, instance: string, length: Length): Span {
  const { wall, instant } = start;
  const { zone } = event.start;
  const ends_at =
    (length.days === 0 ? instant : zone.toInstant(wall + length.days * DAY_MS)) + length.ms;
  return { event, instance, starts_at: instant, ends_at };
}

function* within({ from, to }: { from: number; to: number }, span: Span): Generator<Span> {
  if (span.starts_at < span.ends_at && span.starts_at < to && span.ends_at > from) yield span;
}

function lengthOf({ component, start, unreadable, timeOf }: FileEvent): Length {
  const end = firstTime(component, "dtend", timeOf);
  if (end !== null && start.is_date)
    // The end of an all-day event is the following day; some write the day itself.
    return { days: Math.max(1, Math.round((end.wall - start.wall) / DAY_MS)), ms: 0 };
  if (end !== null) return { days: 0, ms: startOf(end).instant - startOf(start).instant };
  const duration = component.getAllProperties("duration").flatMap(valuesOf)[0];
  if (duration instanceof ICAL.Duration) return durationLength(duration);
  if (start.is_date) return { days: 1, ms: 0 };
  // An unreadable end: the time counts as busy to be safe.
  const hasEnd = unreadable.includes("DTEND") || unreadable.includes("DURATION");
  return { days: 0, ms: hasEnd ? HOUR_MS : 0 };
}

function durationLength(duration: ICAL.Duration): Length {
  const sign = duration.isNegative ? -1 : 1;
  const seconds = duration.hours * 3600 + duration.minutes * 60 + duration.seconds;
  return { days: sign * (duration.weeks * 7 + duration.days), ms: sign * seconds * 1000 };
}
