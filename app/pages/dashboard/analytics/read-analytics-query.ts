import { AnalyticsInterval } from "~/contract/analytics";
import { Id, LocalDate } from "~/contract/common";
import { MAX_DAYS_ANALYSED } from "~/contract/limits";
import { t } from "~/i18n/text";
import { addDays, daysBetween } from "~/lib/time";
import { type AnalyticsRequest, daysOfPreset, presets } from "./analytics-query";

const USUAL = "30d";

/**
 * Parses the page's query; invalid parts are ignored and reported. Two dates take precedence over a
 * preset.
 */
export function readAnalyticsQuery(params: URLSearchParams, today: string): AnalyticsRequest {
  const problems: string[] = [];
  const date = (name: string) => {
    const given = params.get(name);
    const read = LocalDate.safeParse(given);
    if (given && !read.success) problems.push(t("“{{text}}” is not a date.", { text: given }));
    return read.success ? read.data : null;
  };
  const [first, last] = [date("from"), date("to")];
  const preset = presets.find(({ range }) => range === params.get("range"))?.range ?? USUAL;
  let days = daysOfPreset(preset, today);
  if (first !== null && last !== null && first <= last) days = { from: first, to: last };
  else if (first !== null && last !== null)
    problems.push(t("The first day is after the last. Showing the last 30 days."));
  if (daysBetween(days.from, days.to) >= MAX_DAYS_ANALYSED) {
    days.from = addDays(days.to, 1 - MAX_DAYS_ANALYSED);
    problems.push(
      t("Up to {{count}} days at a time. Showing the last of them.", { count: MAX_DAYS_ANALYSED }),
    );
  }
  const interval = AnalyticsInterval.safeParse(params.get("interval"));
  const resource = Id.safeParse(params.get("resource_id"));
  return {
    ...days,
    interval: interval.success ? interval.data : usualInterval(daysBetween(days.from, days.to) + 1),
    compare: params.get("compare") !== "none",
    resource_id: resource.success ? resource.data : null,
    problems,
  };
}

/** An interval that gives a readable number of bars. */
function usualInterval(days: number): AnalyticsInterval {
  if (days <= 45) return "day";
  return days <= 190 ? "week" : "month";
}
