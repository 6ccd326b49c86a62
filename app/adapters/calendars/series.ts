import ICAL from "ical.js";
import { type FileEvent, type FileTime, firstTime, isProper, valuesOf } from "./file-events";
import { toTime, type Wall, wallOf, type Zone } from "./zones";

/** What one reading may ask of a calendar: occurrences in the window, and steps of recurrences to get there. */
export const MAX_SPANS = 20_000;
const MAX_STEPS = 100_000;
const DAY_MS = 86_400_000;

export class TooMuch extends Error {
  constructor(what: string) {
    super(`More ${what} than can be read.`);
    this.name = "TooMuch";
  }
}

/** An occurrence: which event says what it is, and when. */
export interface Span {
  event: FileEvent;
  instance: string;
  starts_at: number;
  ends_at: number;
}

/** How long an event is: whole days by the calendar, and the rest by the clock (RFC 5545, 3.3.6 and 3.8.5.3). */
interface Length {
  days: number;
  ms: number;
}

/** The occurrences of the events of one UID (a series and what replaces single ones of it) that touch the window. */
export function* seriesOf(
  events: readonly FileEvent[],
  window: { from: number; to: number },
): Generator<Span> {
  const replaced = events.filter(({ replaces }) => replaces !== null);
  for (const master of events.filter(({ replaces }) => replaces === null)) {
    const recurs = ["rrule", "rdate"].some((name) => master.component.hasProperty(name));
    if (!recurs) yield* within(window, spanAt(master, master.start.wall, ""));
    else yield* occurrences(master, replaced, window);
  }
  for (const event of replaced) {
    const series = events.find(({ replaces }) => replaces === null);
    if (event.replaces === null) continue;
    yield* within(window, spanAt(event, event.start.wall, instanceOf(event.replaces, series)));
  }
}

function* occurrences(
  master: FileEvent,
  replaced: readonly FileEvent[],
  window: { from: number; to: number },
): Generator<Span> {
  const skipped = new Set(replaced.map(({ replaces }) => replaces && instanceOf(replaces, master)));
  const following = replaced.filter(({ replaces_following }) => replaces_following);
  const excluded = exceptionsOf(master);
  // How far before the window an occurrence may begin that still reaches into it.
  const reach = Math.max(0, ...[master, ...following].map(reachOf)) + 2 * DAY_MS;
  for (const { wall, length } of startsOf(master, window.from - reach, window.to + reach)) {
    const instance = nameOf(master.start, wall);
    if (skipped.has(instance) || excluded.has(instance) || excluded.has(dayOf(wall))) continue;
    const later = following.filter(({ replaces }) => replaces && replaces.wall < wall).at(-1);
    if (later?.replaces)
      yield* within(window, spanAt(later, wall + later.start.wall - later.replaces.wall, instance));
    else yield* within(window, spanAt(master, wall, instance, length));
  }
}

/** When a series begins again, by its own clock: DTSTART, RRULE and RDATE together. */
function* startsOf(
  master: FileEvent,
  from: Wall,
  to: Wall,
): Generator<{ wall: Wall; length?: Length }> {
  const { component, start } = master;
  const given = new Set<Wall>();
  const isNew = (wall: Wall) => !given.has(wall) && given.add(wall) && wall >= from && wall <= to;
  if (isNew(start.wall)) yield { wall: start.wall };
  for (const property of component.getAllProperties("rdate"))
    for (const value of valuesOf(property)) {
      const time = value instanceof ICAL.Period ? value.start : value;
      if (!(time instanceof ICAL.Time) || !isProper(time)) continue;
      const wall = wallIn(start, master.timeOf(property, time));
      const length = value instanceof ICAL.Period ? durationLength(value.getDuration()) : undefined;
      if (isNew(wall)) yield { wall, length };
    }
  let steps = 0;
  for (const rule of component.getAllProperties("rrule").flatMap(valuesOf)) {
    if (!(rule instanceof ICAL.Recur)) continue;
    for (const wall of repetitions(rule, start)) {
      if (++steps > MAX_STEPS) throw new TooMuch("repetitions");
      if (wall > to) break;
      if (isNew(wall)) yield { wall };
    }
  }
}

/** What a rule says, in its order; a rule that ical.js gives up on ends there. */
function* repetitions(rule: ICAL.Recur, start: FileTime): Generator<Wall> {
  endInZone(rule, start);
  const next = safely(() => rule.iterator(toTime(start.wall, start.is_date)));
  for (let time = safely(() => next?.next()); time; time = safely(() => next?.next()))
    yield wallOf(time);
}

function safely<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** UNTIL is in UTC (RFC 5545, 3.3.10) and is counted in the series' own clock. One that is a date ends with that day. */
function endInZone(rule: ICAL.Recur, start: FileTime): void {
  const until = rule.until;
  if (!until) return;
  if (until.isDate)
    rule.until = toTime(
      start.is_date ? wallOf(until) : wallOf(until) + DAY_MS - 1000,
      start.is_date,
    );
  else {
    const isUtc = until.zone === ICAL.Timezone.utcTimezone;
    rule.until = toTime(isUtc ? start.zone.toWall(wallOf(until)) : wallOf(until), start.is_date);
  }
}

function exceptionsOf(master: FileEvent): Set<string> {
  const names = new Set<string>();
  for (const property of master.component.getAllProperties("exdate"))
    for (const value of valuesOf(property)) {
      if (!(value instanceof ICAL.Time) || !isProper(value)) continue;
      const time = master.timeOf(property, value);
      // A date takes out what begins on that day, also where the series has times.
      names.add(time.is_date ? dayOf(time.wall) : nameOf(master.start, wallIn(master.start, time)));
    }
  return names;
}

/** What an occurrence is known by: when it would begin if it had not been moved. */
function nameOf(start: FileTime, wall: Wall): string {
  return start.is_date ? dayOf(wall) : new Date(start.zone.toInstant(wall)).toISOString();
}
function dayOf(wall: Wall): string {
  return new Date(wall).toISOString().slice(0, 10);
}
function instanceOf(replaces: FileTime, series: FileEvent | undefined): string {
  if (series === undefined) return nameOf(replaces, replaces.wall);
  const { start } = series;
  // Of a series with times, a date means the one on that day.
  if (replaces.is_date && !start.is_date)
    return nameOf(start, replaces.wall + (start.wall % DAY_MS));
  return nameOf(start, wallIn(start, replaces));
}
/** A time as the clock of the series shows it. */
function wallIn(start: FileTime, time: FileTime): Wall {
  if (start.is_date) return time.is_date ? time.wall : Math.floor(time.wall / DAY_MS) * DAY_MS;
  return time.zone === start.zone ? time.wall : start.zone.toWall(time.zone.toInstant(time.wall));
}

function spanAt(
  event: FileEvent,
  wall: Wall,
  instance: string,
  length: Length = lengthOf(event),
): Span {
  const { zone } = event.start;
  const starts_at = zone.toInstant(wall);
  const ends_at =
    (length.days === 0 ? starts_at : zone.toInstant(wall + length.days * DAY_MS)) + length.ms;
  return { event, instance, starts_at, ends_at };
}

function* within({ from, to }: { from: number; to: number }, span: Span): Generator<Span> {
  if (span.starts_at < span.ends_at && span.starts_at < to && span.ends_at > from) yield span;
}

function lengthOf({ component, start, timeOf }: FileEvent): Length {
  const end = firstTime(component, "dtend", timeOf);
  if (end !== null && start.is_date)
    // The end of an all-day event is the day after; some write its own day.
    return { days: Math.max(1, Math.round((end.wall - start.wall) / DAY_MS)), ms: 0 };
  if (end !== null) return { days: 0, ms: instant(end) - instant(start) };
  const duration = component.getAllProperties("duration").flatMap(valuesOf)[0];
  if (duration instanceof ICAL.Duration) return durationLength(duration);
  return { days: start.is_date ? 1 : 0, ms: 0 };
}

function durationLength(duration: ICAL.Duration): Length {
  const sign = duration.isNegative ? -1 : 1;
  const seconds = duration.hours * 3600 + duration.minutes * 60 + duration.seconds;
  return { days: sign * (duration.weeks * 7 + duration.days), ms: sign * seconds * 1000 };
}

function reachOf(event: FileEvent): number {
  const { days, ms } = lengthOf(event);
  const moved = event.replaces === null ? 0 : Math.abs(event.start.wall - event.replaces.wall);
  return days * DAY_MS + ms + moved;
}

function instant({ zone, wall }: { zone: Zone; wall: Wall }): number {
  return zone.toInstant(wall);
}
