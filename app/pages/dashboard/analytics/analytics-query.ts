import type { AnalyticsInterval } from "~/contract/analytics";
import { msg } from "~/i18n/text";
import { addDays } from "~/lib/time";

/** The page's query. */
export interface AnalyticsRequest {
  /** First and last day. */
  from: string;
  to: string;
  interval: AnalyticsInterval;
  compare: boolean;
  resource_id: string | null;
  /** Messages about ignored parameters. */
  problems: string[];
}

/** Relative ranges with one click; a bookmark stays relative to today. */
export const presets = [
  { range: "7d", label: msg("7 days") },
  { range: "30d", label: msg("30 days") },
  { range: "90d", label: msg("90 days") },
  { range: "12m", label: msg("12 months") },
  { range: "month", label: msg("This month") },
  { range: "next", label: msg("Next 30 days") },
] as const;
type Preset = (typeof presets)[number]["range"];

/** Days of a preset relative to `today` (the tenant's date). */
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

/** URL of a preset: keeps resource and comparison; the interval follows the range. */
export function presetPath(request: AnalyticsRequest, range: Preset): string {
  const shared = {
    ...(request.resource_id !== null && { resource_id: request.resource_id }),
    ...(!request.compare && { compare: "none" }),
  };
  return `/dashboard/analytics?${new URLSearchParams({ range, ...shared })}`;
}

/** The same query for the API. */
export function apiQuery({
  from,
  to,
  interval,
  compare,
  resource_id,
}: AnalyticsRequest): Record<string, string> {
  return {
    from,
    to,
    interval,
    ...(compare && { compare: "previous" }),
    ...(resource_id !== null && { resource_id }),
  };
}
