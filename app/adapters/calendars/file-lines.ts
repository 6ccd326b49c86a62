import { readStamp, type Stamp } from "~/lib/calendar-stamp";

/**
 * The components that are read, and their possible parents. Times of alarms, tasks and notes block
 * nothing.
 */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  VCALENDAR: [""],
  VEVENT: ["VCALENDAR"],
  VFREEBUSY: ["VCALENDAR"],
  VTIMEZONE: ["VCALENDAR"],
  STANDARD: ["VTIMEZONE"],
  DAYLIGHT: ["VTIMEZONE"],
};

/** Properties passed through unchanged. */
const TEXTS = new Set([
  "UID",
  "SUMMARY",
  "STATUS",
  "TRANSP",
  "X-MICROSOFT-CDO-BUSYSTATUS",
  "ATTENDEE",
  "X-BOOKING-ID",
  "TZID",
  "TZOFFSETFROM",
  "TZOFFSETTO",
]);
const TIMES = new Set(["DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE", "FREEBUSY"]);

/** Lists with thousands of values, kept as plain text because ical.js is slow per value. */
const LISTS = new Set(["EXDATE", "RDATE"]);
/** Marks an unreadable property of an event. */
export const UNREADABLE = "X-UNREADABLE";

const STAMP = String.raw`\d{4}-?\d\d-?\d\d(?:[T ]?\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?`;
const VALUE = String.raw`${STAMP}(?:/(?:${STAMP}|[+-]?P[0-9WDTHMS]+))?`;
/** A zone name may contain an unquoted colon, so the value starts at what looks like a time. */
const TIME_LINE = new RegExp(`^[A-Z-]+((?:;.*?)?):\\s*(?=${VALUE}\\s*(?:,|$))`, "i");
const DURATION = /^([+-])?P?(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/;

/**
 * Normalizes the lines that define when events take place to RFC 5545: only relevant properties,
 * every component closed, times in one spelling with their type, rules as plain text (X-RRULE). One
 * unreadable line must not hide the rest.
 */
export function readableLines(data: string): string[] {
  const lines: string[] = [];
  /** Open components that are read; others are skipped to their end. */
  const open: string[] = [];
  let skipped: string | null = null;
  /** Lines of the same list and zone are merged. */
  const lists = new Map<string, string[]>();
  const close = () => {
    for (const [begin, values] of lists) lines.push(`${begin}${values.join(",")}`);
    lists.clear();
    lines.push(`END:${open.pop()}`);
  };
  for (const line of unfolded(data)) {
    const name = /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0].toUpperCase();
    if (name === undefined) continue;
    const isFrame = name === "BEGIN" || name === "END";
    const kind = isFrame
      ? line
          .slice(name.length + 1)
          .trim()
          .toUpperCase()
      : "";
    if (skipped !== null) {
      if (name === "END" && kind === skipped) {
        skipped = null;
        continue;
      }
      // It was left unclosed when its parent ends or another event begins.
      const isOver = name === "END" ? open.includes(kind) : name === "BEGIN" && kind === "VEVENT";
      if (!isOver) continue;
      skipped = null;
    }
    if (name === "BEGIN") {
      const parents = PARENTS[kind];
      // An unclosed component ends where its sibling begins.
      while (parents && open.length > 0 && !parents.includes(open.at(-1) ?? "")) close();
      if (parents?.includes(open.at(-1) ?? "")) {
        open.push(kind);
        lines.push(`BEGIN:${kind}`);
      } else skipped = kind;
    } else if (name === "END") {
      if (open.includes(kind)) while (open.at(-1) !== kind) close();
      if (open.at(-1) === kind) close();
    } else if (open.length > 0)
      for (const each of readableProperty(name, line)) {
        const begin = each.slice(0, each.lastIndexOf(":") + 1);
        const values = lists.get(begin);
        if (values !== undefined) values.push(each.slice(begin.length));
        else if (LISTS.has(name) && begin.startsWith(`X-${name}`))
          lists.set(begin, [each.slice(begin.length)]);
        else lines.push(each);
      }
  }
  while (open.length > 0) close();
  return lines;
}

function unfolded(data: string): string[] {
  return data
    .replace(/^\uFEFF/, "")
    .replace(/(?:\r\n|\n|\r)[ \t]/g, "")
    .split(/\r\n|\n|\r/);
}

function readableProperty(name: string, line: string): string[] {
  if (TEXTS.has(name)) return [`${name}${line.slice(name.length)}`];
  if (TIMES.has(name)) return readableTimes(name, line) ?? [`${UNREADABLE}:${name}`];
  const value = line
    .slice(line.indexOf(":") + 1)
    .trim()
    .toUpperCase();
  if (name === "RRULE") return [`X-RRULE:${value}`];
  if (name === "DURATION") {
    const duration = readableDuration(value);
    return [duration === null ? `${UNREADABLE}:DURATION` : `DURATION:${duration}`];
  }
  return [];
}

/** One line per value type: dates, times, periods. null if any value is invalid. */
function readableTimes(name: string, line: string): string[] | null {
  const match = TIME_LINE.exec(line);
  if (match === null) return null;
  const parameters = match[1] ?? "";
  const zone = /;TZID=("[^"]*"|.*?)(?=;[A-Z-]+=|$)/i.exec(parameters)?.[1]?.replaceAll('"', "");
  const isDate = /;VALUE="?DATE"?(?=;|$)/i.test(parameters);
  const others = parameters.match(/;(?:RANGE|FBTYPE)=[A-Z-]+/gi) ?? [];
  const byKind = new Map<string, string[]>();
  for (const value of line.slice(match[0].length).split(",")) {
    if (value.trim() === "") continue;
    const [begin = "", end] = value.split("/");
    const start = readStamp(begin);
    if (start === null) return null;
    // Some declare a date but write its midnight.
    const isMidnight = isDate && start.kind === "local" && start.at % 86_400_000 === 0;
    const stamp: Stamp = isMidnight ? { ...start, kind: "date" } : start;
    const written = end === undefined ? writtenStamp(stamp) : writtenPeriod(stamp, end);
    if (written === null) return null;
    const kind = end === undefined ? (stamp.kind === "date" ? "DATE" : "DATE-TIME") : "PERIOD";
    // ical.js assigns one zone per property, so UTC values need a separate line.
    const key = `${kind}${stamp.kind === "utc" ? "Z" : ""}`;
    const values = byKind.get(key);
    if (values === undefined) byKind.set(key, [written]);
    else values.push(written);
  }
  return [...byKind].map(([key, values]) => {
    const hasZone = zone !== undefined && key !== "DATE" && !key.endsWith("Z");
    const tzid = hasZone ? `;TZID="${zone}"` : "";
    if (LISTS.has(name)) return `X-${name}${tzid}:${values.join(",")}`;
    return `${name}${others.join("")};VALUE=${key.replace(/Z$/, "")}${tzid}:${values.join(",")}`;
  });
}

function writtenStamp({ at, kind }: Stamp): string {
  const text = new Date(at).toISOString().replace(/[-:]|\.\d+Z$/g, "");
  return kind === "date" ? text.slice(0, 8) : `${text}${kind === "utc" ? "Z" : ""}`;
}

function writtenPeriod(start: Stamp, end: string): string | null {
  const stamp = readStamp(end);
  const until = stamp === null ? readableDuration(end.trim().toUpperCase()) : writtenStamp(stamp);
  return until === null ? null : `${writtenStamp(start)}/${until}`;
}

/** Normalizes a duration; null if invalid. */
function readableDuration(text: string): string | null {
  const match = DURATION.exec(text);
  const [sign = "", ...parts] = match?.slice(1) ?? [];
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  if (match === null || !/\d/.test(text)) return null;
  // Reject durations above a century.
  const length = weeks * 7 + days + hours / 24 + minutes / 1440 + seconds / 86_400;
  if (length > 36_600) return null;
  return `${sign}P${weeks * 7 + days}DT${hours}H${minutes}M${seconds}S`;
}
