import { invalidField } from "~/lib/app-error";
import { MAX_DAYS_AHEAD, MAX_SERIES_DATES } from "~/contract/limits";
import { repetitions } from "~/lib/recurrence";
import { parseRule, type RecurrenceRule } from "~/lib/recurrence-rule";
import { ianaZone, UTC, type ZoneClock } from "~/lib/zone-clock";

/** The parts that each frequency accepts in addition to those of all. */
const PARTS: Record<string, readonly string[]> = {
  DAILY: [],
  WEEKLY: ["BYDAY"],
  MONTHLY: ["BYDAY", "BYMONTHDAY"],
};
const PARTS_OF_ALL = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"];
const FIELD = "repeat.rrule";
const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/**
 * The starts of a series: those of its rule from `first` on, which must be one of them. The local
 * time stays when clocks change; one that a clock change skips moves forward by the length of the
 * gap. Throws validation_failed with what isn't supported.
 */
export function seriesStarts(rrule: string, first: Date, timeZone: string): Date[] {
  const zone = ianaZone(timeZone);
  if (zone === null) throw new RangeError(`Not a time zone: ${timeZone}`);
  const rule = inWallTime(readRule(rrule), zone);
  // In whole seconds, as rules count.
  const wall = Math.floor(zone.toWall(first.getTime()) / SECOND_MS) * SECOND_MS;
  // Computed on the wall clock, where no time is missing: the library skips those that don't exist.
  const start = { wall, zone: UTC, is_date: false };
  const walls: number[] = [];
  for (const each of repetitions(rule, start, {
    from: wall,
    to: wall + MAX_DAYS_AHEAD * DAY_MS,
  })) {
    if (walls.length === 0 && each.wall !== wall) break;
    if (walls.length === MAX_SERIES_DATES) throw tooMany();
    walls.push(each.wall);
  }
  if (walls.length === 0)
    throw refused("The first start is not one of the rule's dates. Choose another start or rule.");
  if (rule.count !== null && walls.length < rule.count)
    throw refused(`The last date is more than ${MAX_DAYS_AHEAD} days after the first one.`);
  return walls.map((each) => new Date(zone.toInstant(each)));
}

/** UNTIL in UTC as the time that the zone's clock shows then. */
function inWallTime(rule: RecurrenceRule, zone: ZoneClock): RecurrenceRule {
  const { until } = rule;
  if (until?.kind !== "utc") return rule;
  return { ...rule, until: { kind: "local", at: zone.toWall(until.at) } };
}

/** Parses the supported rules. Throws validation_failed. */
function readRule(text: string): RecurrenceRule {
  const given = text.toUpperCase().split(";");
  const names = given.map((part) => part.split("=")[0]!); // never empty
  const freq = given.find((part) => part.startsWith("FREQ="))?.slice("FREQ=".length) ?? "";
  const parts = PARTS[freq];
  if (parts === undefined)
    throw refused(`FREQ=${freq} is not supported. Use DAILY, WEEKLY or MONTHLY.`);
  const unknown = names.find((name) => ![...PARTS_OF_ALL, ...parts].includes(name));
  if (unknown !== undefined) throw refused(`${unknown} is not supported with FREQ=${freq}.`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(`${twice} is given twice.`);
  const read = parseRule(text);
  if (read === null || !read.is_whole) throw refused("A part of the rule can't be read.");
  const { rule } = read;
  if (names.includes("BYDAY") && names.includes("BYMONTHDAY"))
    throw refused("BYDAY together with BYMONTHDAY is not supported.");
  checkWeekdays(rule, given);
  if (rule.interval > MAX_INTERVAL) throw refused(`INTERVAL is at most ${MAX_INTERVAL}.`);
  if ((rule.count === null) === (rule.until === null))
    throw refused("Give COUNT or UNTIL, one of them.");
  if (rule.count === 0) throw refused("COUNT is at least 1.");
  if (rule.count !== null && rule.count > MAX_SERIES_DATES) throw tooMany();
  return rule;
}

const MAX_INTERVAL = 366;

function checkWeekdays({ freq, weekdays }: RecurrenceRule, given: string[]): void {
  const days =
    given
      .find((part) => part.startsWith("BYDAY="))
      ?.slice("BYDAY=".length)
      .split(",") ?? [];
  const hasOrdinal = (day: string) => /\d/.test(day);
  if (freq === "WEEKLY" && days.some(hasOrdinal))
    throw refused("BYDAY with a number is supported with FREQ=MONTHLY only.");
  if (freq === "MONTHLY" && !weekdays.every(hasOrdinal))
    throw refused("BYDAY needs a number with FREQ=MONTHLY, such as 2TU or -1FR.");
}

const refused = (message: string) => invalidField(FIELD, message, "not_supported");
const tooMany = () => refused(`A series has at most ${MAX_SERIES_DATES} dates.`);
