import { readStamp, type Stamp } from "./calendar-stamp";

/** Frequencies (RFC 5545, 3.3.10), each with its largest INTERVAL: 300 years. */
const FREQUENCIES = {
  YEARLY: 300,
  MONTHLY: 3_600,
  WEEKLY: 15_600,
  DAILY: 110_000,
  HOURLY: 2_600_000,
  MINUTELY: 160_000_000,
  SECONDLY: 9_500_000_000,
};
export type Frequency = keyof typeof FREQUENCIES;

const WEEKDAYS = "MO|TU|WE|TH|FR|SA|SU";

/** Allowed values in the lists of a rule. */
const RANGES = {
  BYSECOND: [0, 59],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYMONTH: [1, 12],
  BYSETPOS: [-366, 366],
} as const;
type NumberList = keyof typeof RANGES;

export interface RecurrenceRule {
  freq: Frequency;
  interval: number;
  count: number | null;
  /** UNTIL: in UTC, in the series' local time, or a whole day. */
  until: Stamp | null;
  lists: Partial<Record<NumberList, number[]>>;
  /** As written: "MO", "-1SU". */
  weekdays: string[];
  week_start: string;
  /** SKIP of RFC 7529. */
  skip: string | null;
}

/**
 * Parses a rule, case-insensitively; null if nothing in it repeats. `is_whole` is false when an
 * unreadable part was dropped, so that the series may cover more time than intended.
 */
export function parseRule(text: string): { rule: RecurrenceRule; is_whole: boolean } | null {
  const parts = new Map<string, string>();
  for (const part of text.replace(/\s/g, "").toUpperCase().split(";")) {
    const [name = "", value = ""] = part.split("=");
    if (name !== "") parts.set(name, value);
  }
  const freq = parts.get("FREQ");
  if (!isFrequency(freq)) return null;
  if (![undefined, "GREGORIAN"].includes(parts.get("RSCALE"))) return null;
  let is_whole = true;
  /** undefined: absent or unreadable. */
  const read = <T>(name: string, readPart: (value: string) => T | null): T | undefined => {
    const value = parts.get(name);
    if (value === undefined) return undefined;
    const result = readPart(value);
    if (result === null) is_whole = false;
    return result ?? undefined;
  };
  const lists: RecurrenceRule["lists"] = {};
  for (const name of Object.keys(RANGES) as NumberList[]) {
    const given = parts.get(name);
    if (given === undefined) continue;
    const [least, most] = RANGES[name];
    const values = given.split(",");
    const numbers = values.filter((value) => isWithin(value, least, most)).map(Number);
    if (numbers.length === 0) return null;
    is_whole &&= numbers.length === values.length;
    lists[name] = [...new Set(numbers)].sort((one, other) => one - other);
  }
  // Week numbers exist only within years. ical.js and others accept them elsewhere, each with
  // another meaning.
  if (lists.BYWEEKNO !== undefined && freq !== "YEARLY") {
    delete lists.BYWEEKNO;
    is_whole = false;
  }
  const hasOrdinals = freq === "MONTHLY" || (freq === "YEARLY" && lists.BYWEEKNO === undefined);
  const days = parts.get("BYDAY")?.split(",") ?? [];
  const weekdays = days.flatMap((day) => {
    const match = new RegExp(`^([+-]?\\d{1,2})?(${WEEKDAYS})$`).exec(day);
    if (match === null || Number(match[1] ?? 1) === 0) return [];
    const ordinal = match[1] === undefined || !hasOrdinals ? "" : String(Number(match[1]));
    return [`${ordinal}${match[2]}`];
  });
  if (days.length > 0 && weekdays.length === 0) return null;
  is_whole &&= weekdays.length === days.length;
  // BYSETPOS has no effect without another BY part.
  if (Object.keys(lists).length + weekdays.length === 1 && lists.BYSETPOS !== undefined)
    delete lists.BYSETPOS;
  const interval = read("INTERVAL", (value) => (isWithin(value, 1) ? Number(value) : null)) ?? 1;
  const rule: RecurrenceRule = {
    freq,
    interval: Math.min(interval, FREQUENCIES[freq]),
    count: read("COUNT", (value) => (isWithin(value, 0) ? Number(value) : null)) ?? null,
    until: read("UNTIL", readStamp) ?? null,
    lists,
    weekdays: [...new Set(weekdays)],
    week_start: read("WKST", (day) => (WEEKDAYS.split("|").includes(day) ? day : null)) ?? "MO",
    skip: parts.has("RSCALE")
      ? (read("SKIP", (skip) => (["OMIT", "BACKWARD", "FORWARD"].includes(skip) ? skip : null)) ??
        null)
      : null,
  };
  return { rule, is_whole };
}

function isFrequency(text: string | undefined): text is Frequency {
  return text !== undefined && Object.hasOwn(FREQUENCIES, text);
}

/** An integer in a range; 0 only where the range starts with it. */
function isWithin(text: string, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  if (!/^[+-]?\d{1,15}$/.test(text)) return false;
  const value = Number(text);
  return value >= least && value <= most && (value !== 0 || least === 0);
}
