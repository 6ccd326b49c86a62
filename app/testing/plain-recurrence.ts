/**
 * An independent expansion of recurrence rules: checks every day against RFC 5545 (3.3.10). Slow
 * but simple, for comparison.
 */
export interface PlainRule {
  freq: "YEARLY" | "MONTHLY" | "WEEKLY" | "DAILY" | "HOURLY" | "MINUTELY";
  interval: number;
  count: number;
  /** Epoch milliseconds. */
  until: number;
  /** Weekdays with their ordinal, 0 for every one. 1: Monday. */
  days: { ordinal: number; day: number }[];
  week_start: number;
  lists: Record<string, number[]>;
}

const DAY = 86_400_000;
const NAMES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Parses "FREQ=WEEKLY;BYDAY=MO" of a series in `zone`. */
export function plainRule(text: string): PlainRule {
  const parts = Object.fromEntries(text.split(";").map((part) => part.split("=")));
  const { FREQ, INTERVAL, COUNT, UNTIL, BYDAY, WKST, ...rest } = parts as Record<string, string>;
  const days = (BYDAY?.split(",") ?? []).map((day) => ({
    ordinal: Number(day.slice(0, -2)),
    day: NAMES.indexOf(day.slice(-2)) + 1,
  }));
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(UNTIL ?? "")?.map(Number) ?? [];
  return {
    freq: FREQ as PlainRule["freq"],
    interval: Number(INTERVAL ?? 1),
    count: Number(COUNT ?? Infinity),
    until:
      year === undefined ? Infinity : Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second),
    days,
    week_start: NAMES.indexOf(WKST ?? "MO") + 1,
    lists: Object.fromEntries(
      Object.entries(rest).map(([name, values]) => [name, values.split(",").map(Number)]),
    ),
  };
}

/** Instants of a series until `to`. `start`, such as "2026-11-30T09:00", is the first. */
export function plainRepetitions(
  rule: PlainRule,
  start: string,
  zone: string,
  to: number,
): number[] {
  const local = Date.parse(`${start}Z`);
  const begin = instantOf(local, zone) ?? NaN;
  const isExact = rule.freq === "HOURLY" || rule.freq === "MINUTELY";
  const all = isExact ? exactOnes(rule, local, begin, zone, to) : ones(rule, local, zone, to);
  const series = all.filter((instant) => instant >= begin && instant <= rule.until);
  return [...new Set([begin, ...series])].slice(0, rule.count).filter((instant) => instant <= to);
}

function ones(rule: PlainRule, start: number, zone: string, to: number): number[] {
  const periods = new Map<number, number[]>();
  // Includes whole first and last periods, which positions refer to.
  for (let date = dayOf(start) - 400 * DAY; date <= to + 400 * DAY; date += DAY) {
    const period = periodOf(rule, date) - periodOf(rule, start);
    if (period < 0 || period % rule.interval !== 0 || !matchesRule(rule, date, start)) continue;
    const instants = timesOf(rule, start).flatMap((time) => instantOf(date + time, zone) ?? []);
    periods.set(period, [...(periods.get(period) ?? []), ...instants]);
  }
  return [...periods.values()].flatMap((instants) => {
    const sorted = instants.sort((one, other) => one - other);
    const positions = rule.lists.BYSETPOS;
    if (positions === undefined) return sorted;
    const chosen = positions.map((at) => (at > 0 ? at - 1 : sorted.length + at));
    return sorted.filter((_, index) => chosen.includes(index));
  });
}

function exactOnes(
  rule: PlainRule,
  start: number,
  begin: number,
  zone: string,
  to: number,
): number[] {
  const step = rule.interval * (rule.freq === "HOURLY" ? 3_600_000 : 60_000);
  const found: number[] = [];
  for (let instant = begin; instant <= to; instant += step) {
    const at = localOf(instant, zone);
    const has = (name: string, value: number) => rule.lists[name]?.includes(value) ?? true;
    if (!matchesRule(rule, dayOf(at), start)) continue;
    if (!has("BYHOUR", new Date(at).getUTCHours())) continue;
    if (rule.freq === "MINUTELY" && !has("BYMINUTE", new Date(at).getUTCMinutes())) continue;
    found.push(instant);
  }
  return found;
}

function matchesRule(rule: PlainRule, date: number, start: number): boolean {
  const { freq, lists, days } = rule;
  const [year, month, day] = partsOf(date);
  const weekday = weekdayOf(date);
  const has = (name: string, ...values: number[]) =>
    lists[name] === undefined || lists[name].some((value) => values.includes(value));
  const daysOfMonth = partsOf(Date.UTC(year, month, 0))[2];
  const firstOfYear = Date.UTC(year, 0, 1);
  const dayOfYear = (date - firstOfYear) / DAY + 1;
  const daysOfYear = (Date.UTC(year + 1, 0, 1) - firstOfYear) / DAY;
  if (!has("BYMONTH", month)) return false;
  if (!has("BYMONTHDAY", day, day - daysOfMonth - 1)) return false;
  if (!has("BYYEARDAY", dayOfYear, dayOfYear - daysOfYear - 1)) return false;
  if (lists.BYWEEKNO !== undefined) {
    const [week, weeks] = weekOf(date, rule.week_start);
    if (!has("BYWEEKNO", week, week - weeks - 1)) return false;
  }
  if (days.length > 0) {
    const inMonth = freq === "MONTHLY" || (freq === "YEARLY" && lists.BYMONTH !== undefined);
    const [nth, size] = inMonth ? [day, daysOfMonth] : [dayOfYear, daysOfYear];
    const fromFront = Math.ceil(nth / 7);
    const fromBack = -Math.ceil((size - nth + 1) / 7);
    return days.some(
      (each) => each.day === weekday && [0, fromFront, fromBack].includes(each.ordinal),
    );
  }
  const [, startMonth, startDay] = partsOf(start);
  const isFree = !["BYMONTHDAY", "BYYEARDAY"].some((name) => name in lists);
  if (freq === "WEEKLY" || (lists.BYWEEKNO !== undefined && isFree))
    return weekday === weekdayOf(start);
  if (freq === "MONTHLY" && isFree) return day === startDay;
  if (freq === "YEARLY" && isFree)
    return day === startDay && (lists.BYMONTH !== undefined || month === startMonth);
  return true;
}

function periodOf({ freq, week_start }: PlainRule, at: number): number {
  const [year, month] = partsOf(at);
  if (freq === "YEARLY") return year;
  if (freq === "MONTHLY") return year * 12 + month;
  const day = dayOf(at) / DAY;
  // 1970-01-01 was a Thursday.
  return freq === "WEEKLY" ? Math.floor((day + 4 - week_start) / 7) : day;
}

function timesOf({ lists }: PlainRule, start: number): number[] {
  const at = new Date(start);
  const times: number[] = [];
  for (const hour of lists.BYHOUR ?? [at.getUTCHours()])
    for (const minute of lists.BYMINUTE ?? [at.getUTCMinutes()])
      times.push((hour * 60 + minute) * 60_000);
  return times;
}

/**
 * Week number of a date, and the number of weeks in its year. The first week has at least four days
 * of the year.
 */
function weekOf(date: number, weekStart: number): [number, number] {
  const firstWeek = (year: number) => {
    const fourth = Date.UTC(year, 0, 4);
    return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7) * DAY;
  };
  const year = [1, 0, -1]
    .map((by) => partsOf(date)[0] + by)
    .find((each) => firstWeek(each) <= date);
  const [begin, end] = [firstWeek(year ?? 0), firstWeek((year ?? 0) + 1)];
  return [Math.floor((date - begin) / DAY / 7) + 1, (end - begin) / DAY / 7];
}

function dayOf(at: number): number {
  return Math.floor(at / DAY) * DAY;
}
function partsOf(at: number): [number, number, number] {
  const date = new Date(at);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
function weekdayOf(at: number): number {
  return new Date(at).getUTCDay() || 7;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Local time of a zone, encoded as if it were UTC. */
function localOf(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    formats.set(zone, format);
  }
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`);
}

/** First instant with this local time; null if a clock change skips it. */
function instantOf(local: number, zone: string): number | null {
  const offsets = [-DAY, DAY].map((by) => localOf(local + by, zone) - (local + by));
  const instants = offsets.map((offset) => local - offset).sort((one, other) => one - other);
  return instants.find((instant) => localOf(instant, zone) === local) ?? null;
}
