import type { Explanation } from "~/contract/slots";
import { msg, t } from "~/i18n/text";
import { resourcePath } from "~/ui/resources/resource-path";
import { servicePath } from "~/ui/services/service-view";

type Step = Explanation["steps"][number];

/** Label of each rule, with the page and field that configure it. */
const RULES: Record<Step["rule"], { label: string; at: (ids: Ids) => string | null }> = {
  valid_dates: {
    label: msg("Offer period"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#valid_from`,
  },
  weekly_hours: {
    label: msg("Weekly hours"),
    at: ({ schedule, day }) => `${servicePath(schedule, "hours")}#day_${day}`,
  },
  override: {
    label: msg("Date override"),
    at: ({ schedule }) => `${servicePath(schedule, "hours")}#overrides`,
  },
  closed_day: { label: msg("Closed day"), at: () => "/dashboard/hours" },
  resource_hours: {
    label: msg("Resource’s hours"),
    at: ({ resource }) => resourcePath(resource, "hours"),
  },
  duration: {
    label: msg("Duration"),
    at: ({ schedule }) => `${servicePath(schedule, "price")}#duration_minutes`,
  },
  schedule_active: { label: msg("Service switched on"), at: () => "/dashboard/services" },
  resource_active: {
    label: msg("Resource active"),
    at: ({ resource }) => resourcePath(resource, "details"),
  },
  past: { label: msg("Past"), at: () => null },
  too_soon: {
    label: msg("Minimum notice"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#notice`,
  },
  too_far: {
    label: msg("Booking window"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#max_advance_days`,
  },
  not_generated: { label: msg("Not created yet"), at: () => null },
  closed_by_hand: { label: msg("Closed by hand"), at: ({ calendar }) => calendar },
  time_off: {
    label: msg("Time off"),
    at: ({ resource }) => resourcePath(resource, "time-off"),
  },
  party_too_large: {
    label: msg("Group size"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#max_party_size`,
  },
  held: { label: msg("On hold"), at: ({ calendar }) => calendar },
  full: { label: msg("Booked"), at: ({ calendar }) => calendar },
  daily_limit: {
    label: msg("Daily limit"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#max_per_day`,
  },
  need_taken: {
    label: msg("Needs"),
    at: ({ schedule }) => `${servicePath(schedule, "staff")}#needs`,
  },
  weekly_limit: {
    label: msg("Weekly limit"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#max_per_week`,
  },
  monthly_limit: {
    label: msg("Monthly limit"),
    at: ({ schedule }) => `${servicePath(schedule, "rules")}#max_per_month`,
  },
};

interface Ids {
  schedule: string;
  resource: string;
  /** ISO weekday of the date. */
  day: number;
  calendar: string;
}

export interface WhyStep {
  rule: string;
  label: string;
  note: string;
  /** Page where the rule is configured; null for none. */
  at: string | null;
  left: number;
  /** The removed times, formatted. */
  removed: string;
  /** Percentage of the initial times left. */
  width: number;
  took: number;
  /** Removes nothing and isn't about hours: shown on request only. */
  is_idle: boolean;
}

/** Always shown, since they define the times. */
const HOURS: readonly Step["rule"][] = ["valid_dates", "weekly_hours", "override", "duration"];

/** Relevant steps: hours first, then each rule with the times removed and left. */
export function whySteps(
  explanation: Pick<Explanation, "steps" | "date" | "schedule_id" | "resource_id">,
  clock: Intl.DateTimeFormat,
): WhyStep[] {
  const { steps, date, schedule_id, resource_id } = explanation;
  const first = Math.max(...steps.map(({ left, removed }) => left + removed.length), 1);
  const ids: Ids = {
    schedule: schedule_id,
    resource: resource_id,
    day: new Date(`${date}T00:00:00Z`).getUTCDay() || 7,
    calendar: `/dashboard/calendar?view=day&date=${date}`,
  };
  return steps.map(({ rule, note, left, removed }) => ({
    rule,
    label: t(RULES[rule].label),
    note,
    left,
    at: RULES[rule].at(ids),
    removed: removed.map((at) => clock.format(new Date(at))).join(", "),
    width: (left / first) * 100,
    took: (removed.length / first) * 100,
    is_idle: removed.length === 0 && !HOURS.includes(rule),
  }));
}
