import type ICAL from "ical.js";
import { readOffset, readStamp } from "~/lib/calendar-stamp";
import { repetitions, TooManyRepetitions } from "~/lib/recurrence";
import { parseRule } from "~/lib/recurrence-rule";
import { fixedZone, ianaZone, ZoneClock } from "~/lib/zone-clock";
import { zoneOf } from "./windows-zones";

/** A clock change of a described zone, and the offset after it. */
interface Change {
  at: number;
  offset: number;
}

/** Rules of a described zone start here; earlier times use the offset of its first period. */
const FROM = Date.UTC(1970, 0, 1);
const YEARS_AHEAD = 10;
const MAX_CHANGES = 2_000;

/**
 * Resolves a TZID: an IANA name, also behind a prefix ("/mozilla.org/20050126_1/Europe/Berlin"), or
 * a Windows name; else the zone described in the file, or an offset ("GMT+01:00"); else null.
 */
export function namedZone(
  tzid: string,
  described: ReadonlyMap<string, ICAL.Component>,
  until: number,
): ZoneClock | null {
  const name = tzid.trim().replace(/^"(.*)"$/, "$1");
  const parts = name.split("/").filter((part) => part !== "");
  const candidates = [
    name,
    zoneOf(name) ?? "",
    parts.slice(-2).join("/"),
    parts.slice(-3).join("/"),
    name.replace(/ /g, "_"),
  ];
  for (const candidate of candidates) {
    const zone = ianaZone(candidate);
    if (zone !== null) return zone;
  }
  const component = described.get(name);
  return (component && describedZone(component, until)) ?? offsetZone(name);
}

/** "GMT+01:00", "UTC-5", "(UTC+05:30) Somewhere". */
function offsetZone(name: string): ZoneClock | null {
  const match = /^\(?(?:GMT|UTC)\s*([+-]\d{1,2}(?::?\d\d)?)(?:\)|$)/i.exec(name);
  return match?.[1] === undefined ? null : fixedZone(readOffset(match[1]));
}

/**
 * A zone described in the file (VTIMEZONE): each part gives the local times from which an offset
 * applies.
 */
function describedZone(component: ICAL.Component, until: number): ZoneClock | null {
  const changes: Change[] = [];
  let first: number | null = null;
  let begin = Infinity;
  for (const part of component.getAllSubcomponents()) {
    const before = offsetOf(part, "tzoffsetfrom");
    const offset = offsetOf(part, "tzoffsetto");
    const start = stampsOf(part, "dtstart")[0];
    if (before === null || offset === null || start === undefined) continue;
    if (start < begin) [begin, first] = [start, before];
    for (const wall of changesOf(part, start, before, until))
      changes.push({ at: wall - before, offset });
    if (changes.length > MAX_CHANGES) return null;
  }
  if (first === null) return null;
  changes.sort((one, other) => one.at - other.at);
  return new ZoneClock(null, (instant) => periodAmong(changes, first, instant));
}

/** The local times at which a part takes effect, by the previous offset. */
function changesOf(part: ICAL.Component, start: number, before: number, until: number): number[] {
  const walls = [start, ...stampsOf(part, "x-rdate")];
  for (const property of part.getAllProperties("x-rrule")) {
    const rule = parseRule(String(property.getFirstValue()))?.rule;
    if (rule === undefined || !["YEARLY", "MONTHLY"].includes(rule.freq)) continue;
    // UNTIL is in UTC, the start in local time before the change.
    const series = { wall: start, zone: fixedZone(before), is_date: false };
    const to = until + YEARS_AHEAD * 366 * 86_400_000;
    try {
      for (const { wall } of repetitions(rule, series, { from: FROM, to })) {
        walls.push(wall);
        if (walls.length > MAX_CHANGES) break;
      }
    } catch (error) {
      if (!(error instanceof TooManyRepetitions)) throw error;
    }
  }
  return walls;
}

function periodAmong(changes: readonly Change[], first: number, instant: number) {
  const next = changes.findIndex(({ at }) => at > instant);
  const index = (next < 0 ? changes.length : next) - 1;
  const last = changes[index];
  return {
    from: last?.at ?? -Infinity,
    to: changes[index + 1]?.at ?? Infinity,
    offset: last?.offset ?? first,
  };
}

function offsetOf(part: ICAL.Component, name: string): number | null {
  const text = part.getFirstPropertyValue(name);
  if (text === null) return null;
  return readOffset(String(text));
}

function stampsOf(part: ICAL.Component, name: string): number[] {
  return part
    .getAllProperties(name)
    .flatMap((property) => String(property.getFirstValue()).split(","))
    .flatMap((value) => readStamp(value)?.at ?? []);
}
