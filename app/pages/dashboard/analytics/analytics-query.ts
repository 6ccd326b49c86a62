import type { AnalyticsInterval } from "~/contract/analytics";
import { AnalyticsInterval as Interval } from "~/contract/analytics";
import { Id, LocalDate } from "~/contract/common";
import { MOST_DAYS_ANALYSED } from "~/contract/limits";
import { addDays, daysBetween } from "~/lib/time";

/** What the address of the page asks for. */
export interface AnalyticsAsked {
  /** First and last day. */
  from: string;
  to: string;
  interval: AnalyticsInterval;
  compare: boolean;
  resource_id: string | null;
  /** What could not be used, in words for a person. */
  problems: string[];
}

/** Ranges to choose with one click; they move on with the days, so a bookmark of one stays true. */
export const presets = [
  { range: "7d", label: "7 days" },
  { range: "30d", label: "30 days" },
  { range: "90d", label: "90 days" },
  { range: "12m", label: "12 months" },
  { range: "month", label: "This month" },
  { range: "next", label: "Next 30 days" },
] as const;
type Preset = (typeof presets)[number]["range"];

const USUAL = "30d";

/** The days of a preset, seen from `today` (the tenant's date). */
export function daysOfPreset(range: Preset, today: string): { from: string; to: string } {
  switch (range) {
    case "7d":
      return { from: addDays(today, -6), to: today };
    case "30d":
      return { from: addDays(today, -29), to: today };
    case "90d":
      return { from: addDays(today, -89), to: today };
    case "12m":
      return { from: addDays(today, -364), to: today };
    case "month":
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case "next":
      return { from: today, to: addDays(today, 29) };
  }
}

/** Reads the address of the page; what cannot be used is left out and said. Two dates go before a preset. */
export function readAnalyticsQuery(params: URLSearchParams, today: string): AnalyticsAsked {
  const problems: string[] = [];
  const date = (name: string) => {
    const given = params.get(name);
    const read = LocalDate.safeParse(given);
    if (given && !read.success) problems.push(`"${given}" is not a date.`);
    return read.success ? read.data : null;
  };
  const [first, last] = [date("from"), date("to")];
  const preset = presets.find(({ range }) => range === params.get("range"))?.range ?? USUAL;
  let days = daysOfPreset(preset, today);
  if (first !== null && last !== null && first <= last) days = { from: first, to: last };
  else if (first !== null && last !== null)
    problems.push("The first day comes after the last day, so you see the last 30 days.");
  if (daysBetween(days.from, days.to) >= MOST_DAYS_ANALYSED) {
    days.from = addDays(days.to, 1 - MOST_DAYS_ANALYSED);
    problems.push(`At most ${MOST_DAYS_ANALYSED} days at once, so you see the last of them.`);
  }
  const interval = Interval.safeParse(params.get("interval"));
  const resource = Id.safeParse(params.get("resource_id"));
  return {
    ...days,
    interval: interval.success ? interval.data : usualInterval(daysBetween(days.from, days.to) + 1),
    compare: params.get("compare") !== "none",
    resource_id: resource.success ? resource.data : null,
    problems,
  };
}

/** As many points as a chart shows well. */
function usualInterval(days: number): AnalyticsInterval {
  if (days <= 45) return "day";
  return days <= 190 ? "week" : "month";
}

/** The address of the page with a preset: the resource and the comparison stay, the interval follows the days. */
export function presetPath(asked: AnalyticsAsked, range: Preset): string {
  const kept = {
    ...(asked.resource_id !== null && { resource_id: asked.resource_id }),
    ...(!asked.compare && { compare: "none" }),
  };
  return `/dashboard/analytics?${new URLSearchParams({ range, ...kept })}`;
}

/** The same figures from the API. */
export function apiQuery({ from, to, interval, compare, resource_id }: AnalyticsAsked): Record<string, string> {
  return {
    ...{ from, to, interval },
    ...(compare && { compare: "previous" }),
    ...(resource_id !== null && { resource_id }),
  };
}
