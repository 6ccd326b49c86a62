import ICAL from "ical.js";
import type { Stamp } from "~/lib/calendar-stamp";
import { UTC, type Wall, type ZoneClock } from "~/lib/zone-clock";
import { readableLines, UNREADABLE } from "./file-lines";
import { namedZone } from "./zones";

/** A time in a file: wall clock and zone. */
export interface FileTime {
  wall: Wall;
  is_date: boolean;
  zone: ZoneClock;
}

/** A VEVENT with its parsed times. */
export interface FileEvent {
  component: ICAL.Component;
  start: FileTime;
  /** The occurrence it replaces (RECURRENCE-ID); null: the series, or a single event. */
  replaces: FileTime | null;
  /** RANGE=THISANDFUTURE: it also changes all following ones. */
  replaces_following: boolean;
  /** Names of unreadable properties. */
  unreadable: readonly string[];
  /** Resolves a time of one of its properties. */
  timeOf(property: ICAL.Property, value: Stamp): FileTime;
}

/** The parsed contents of a file. */
export interface FileContent {
  /** By UID. */
  events: Map<string, FileEvent[]>;
  /** Free/busy components of a file without events. */
  free_busy: { component: ICAL.Component; timeOf: FileEvent["timeOf"] }[];
  /** Events without a readable start: they take no time. */
  without_time: number;
  /** Events with an unknown zone: the calendar's zone was used. */
  without_zone: number;
}

/** Times outside this range can't be booked. */
const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2200, 0, 1);

/**
 * Parses the events of an iCalendar file. Throws if it isn't one. `until`: the end of the time
 * zones it describes.
 */
export function readFile(data: string, zone: ZoneClock, until: number): FileContent {
  const content: FileContent = {
    events: new Map(),
    free_busy: [],
    without_time: 0,
    without_zone: 0,
  };
  for (const calendar of calendarsOf(data)) readCalendar(content, calendar, zone, until);
  return content;
}

function readCalendar(
  content: FileContent,
  calendar: ICAL.Component,
  zone: ZoneClock,
  until: number,
): void {
  const described = new Map(
    calendar
      .getAllSubcomponents("vtimezone")
      .map((each) => [String(each.getFirstPropertyValue("tzid")).replaceAll('"', ""), each]),
  );
  const known = new Map<string, ZoneClock | null>();
  let isUnknown = false;
  const timeOf = (property: ICAL.Property, { at, kind }: Stamp): FileTime => {
    const time = { wall: at, is_date: kind === "date" };
    if (kind === "date") return { ...time, zone };
    if (kind === "utc") return { ...time, zone: UTC };
    const tzid = property.getFirstParameter("tzid");
    if (!tzid) return { ...time, zone };
    let named = known.get(tzid);
    if (named === undefined) known.set(tzid, (named = namedZone(tzid, described, until)));
    isUnknown ||= named === null;
    return { ...time, zone: named ?? zone };
  };
  const components = calendar.getAllSubcomponents("vevent");
  for (const component of components) {
    isUnknown = false;
    const event = toEvent(component, timeOf);
    if (isUnknown) content.without_zone++;
    if (event === null) {
      content.without_time++;
      continue;
    }
    const uid = String(component.getFirstPropertyValue("uid") ?? "");
    const same = content.events.get(uid);
    if (same === undefined) content.events.set(uid, [event]);
    else same.push(event);
  }
  if (components.length === 0)
    for (const component of calendar.getAllSubcomponents("vfreebusy"))
      content.free_busy.push({ component, timeOf });
}

function calendarsOf(data: string): ICAL.Component[] {
  const lines = readableLines(data);
  let parsed: unknown[];
  try {
    parsed = parse(lines);
  } catch {
    parsed = parse(lines.filter(isReadable));
  }
  // One VCALENDAR, or several concatenated.
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
  const replaces = firstTime(component, "recurrence-id", timeOf);
  // A cancelled occurrence often has no DTSTART.
  const start = firstTime(component, "dtstart", timeOf) ?? replaces;
  if (start === null) return null;
  const replaced = component.getFirstProperty("recurrence-id");
  return {
    component,
    start,
    replaces,
    replaces_following: replaced?.getFirstParameter("range")?.toUpperCase() === "THISANDFUTURE",
    unreadable: component
      .getAllProperties(UNREADABLE.toLowerCase())
      .map((property) => String(property.getFirstValue())),
    timeOf,
  };
}

/** The first time of a property; null if absent or invalid. */
export function firstTime(
  component: ICAL.Component,
  name: string,
  timeOf: FileEvent["timeOf"],
): FileTime | null {
  const property = component.getFirstProperty(name);
  const value = property && valuesOf(property)[0];
  const stamp = value instanceof ICAL.Time ? stampOf(value) : null;
  return property && stamp && isProper(stamp.at) ? timeOf(property, stamp) : null;
}

/** The values of a property; [] if invalid. ical.js parses them lazily and throws here. */
export function valuesOf(property: ICAL.Property): unknown[] {
  try {
    return property.getValues() as unknown[];
  } catch {
    return [];
  }
}

export function isProper(wall: Wall): boolean {
  return wall >= FIRST && wall < LAST;
}

export function stampOf(time: ICAL.Time): Stamp {
  const { year, month, day, hour, minute, second } = time;
  const isUtc = time.zone === ICAL.Timezone.utcTimezone;
  return {
    at: Date.UTC(year, month - 1, day, hour, minute, second),
    kind: time.isDate ? "date" : isUtc ? "utc" : "local",
  };
}
