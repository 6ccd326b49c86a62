import ICAL from "ical.js";
import { namedZone, UTC, type Wall, wallOf, type Zone } from "./zones";

/** A time of a file: what a clock shows, and whose clock. */
export interface FileTime {
  wall: Wall;
  is_date: boolean;
  zone: Zone;
}

/** A VEVENT with the times that it is read by. */
export interface FileEvent {
  component: ICAL.Component;
  start: FileTime;
  /** Which occurrence of its series it stands for (RECURRENCE-ID); null: the series, or a single event. */
  replaces: FileTime | null;
  /** RANGE=THISANDFUTURE: and all that follow. */
  replaces_following: boolean;
  /** A time of a property of it. */
  timeOf(property: ICAL.Property, value: ICAL.Time): FileTime;
}

/** Further ahead or back is no time that could be booked, and beyond what a Date holds. */
const MIN_YEAR = 1900;
const MAX_YEAR = 2200;

/** The events of a file, by their UID; what has no proper start, or cannot be read at all, is left out: it has no time. */
export function eventsOf(data: string, zone: Zone): Map<string, FileEvent[]> {
  const byUid = new Map<string, FileEvent[]>();
  for (const calendar of calendarsOf(data)) {
    const zones = new Map(
      calendar
        .getAllSubcomponents("vtimezone")
        .map((each) => [String(each.getFirstPropertyValue("tzid")), each]),
    );
    const known = new Map<string, Zone>();
    const timeOf = (property: ICAL.Property, value: ICAL.Time) =>
      toFileTime(property, value, zone, zones, known);
    for (const component of calendar.getAllSubcomponents("vevent")) {
      const event = toEvent(component, timeOf);
      if (event === null) continue;
      const uid = String(component.getFirstPropertyValue("uid") ?? "");
      byUid.set(uid, [...(byUid.get(uid) ?? []), event]);
    }
  }
  return byUid;
}

/** One line that nobody can read must not hide all the others: it is taken out. */
function calendarsOf(data: string): ICAL.Component[] {
  const lines = data
    .replace(/^\uFEFF/, "")
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r\n|\n|\r/)
    .filter((line) => /^[A-Za-z0-9-]+[;:]/.test(line));
  let parsed: unknown[];
  try {
    parsed = parse(lines);
  } catch {
    parsed = parse(lines.filter(isReadable));
  }
  // One VCALENDAR, or several one after the other.
  const all = typeof parsed[0] === "string" ? [parsed] : (parsed as unknown[][]);
  return all.filter((each) => each[0] === "vcalendar").map((each) => new ICAL.Component(each));
}

function parse(lines: string[]): unknown[] {
  return ICAL.parse(lines.join("\r\n")) as unknown[]; // jCal (RFC 7265)
}

function isReadable(line: string): boolean {
  if (/^(BEGIN|END):/i.test(line)) return true;
  try {
    return ICAL.Property.fromString(line) !== null;
  } catch {
    return false;
  }
}

function toEvent(component: ICAL.Component, timeOf: FileEvent["timeOf"]): FileEvent | null {
  const start = firstTime(component, "dtstart", timeOf);
  if (start === null) return null;
  const replaced = component.getFirstProperty("recurrence-id");
  return {
    component,
    start,
    replaces: firstTime(component, "recurrence-id", timeOf),
    replaces_following: replaced?.getFirstParameter("range")?.toUpperCase() === "THISANDFUTURE",
    timeOf,
  };
}

/** The time of a property that an event has once; null where it has none, or no proper one. */
export function firstTime(
  component: ICAL.Component,
  name: string,
  timeOf: FileEvent["timeOf"],
): FileTime | null {
  const property = component.getFirstProperty(name);
  const value = property && valuesOf(property)[0];
  return property && value instanceof ICAL.Time && isProper(value) ? timeOf(property, value) : null;
}

/** The values of a property; none where they are not what it should have: ical.js reads them only now. */
export function valuesOf(property: ICAL.Property): unknown[] {
  try {
    return property.getValues() as unknown[];
  } catch {
    return [];
  }
}

export function isProper(time: ICAL.Time): boolean {
  return time.year >= MIN_YEAR && time.year <= MAX_YEAR && !Number.isNaN(wallOf(time));
}

function toFileTime(
  property: ICAL.Property,
  value: ICAL.Time,
  calendarZone: Zone,
  zones: ReadonlyMap<string, ICAL.Component>,
  known: Map<string, Zone>,
): FileTime {
  const time = { wall: wallOf(value), is_date: value.isDate };
  if (value.isDate) return { ...time, zone: calendarZone };
  if (value.zone === ICAL.Timezone.utcTimezone) return { ...time, zone: UTC };
  const tzid = property.getFirstParameter("tzid");
  if (!tzid) return { ...time, zone: calendarZone };
  const zone = known.get(tzid) ?? namedZone(tzid, zones) ?? calendarZone;
  known.set(tzid, zone);
  return { ...time, zone };
}
