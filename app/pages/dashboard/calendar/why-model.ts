import type { CalendarData } from "~/domain/calendar/calendar-data";
import type { Explanation } from "~/contract/slots";
import { msg, t } from "~/i18n/text";
import { dayLabel } from "~/ui/booking/booking-lines";
import { navigation } from "~/ui/layout/navigation";
import { type AxisDay, minuteOf } from "./axis";
import { blockPath } from "~/ui/block/block-address";
import { type CalendarQuery, calendarPath, type WhyQuestion, whyPath } from "./calendar-query";
import type { Interval } from "./pack";

export type Rule = Explanation["steps"][number]["rule"];

/**
 * Why nothing can be booked on a day, from the booking engine: the rules that removed times, and
 * where each is configured.
 */
export interface WhyView {
  column: string;
  title: string;
  service: string | null;
  /** The same question for the resource's other services. */
  others: { name: string; href: string }[];
  /** Times from opening hours, before other rules. */
  planned: number;
  bookable: number;
  steps: WhyStep[];
  close: string;
  /** Times removed by each rule, for the grid. */
  marks: (Interval & { words: string })[];
}

export interface WhyStep {
  rule: Rule;
  words: string;
  note: string;
  removed: number;
  left: number;
  link: { href: string; words: string } | null;
}

const WORDS: Record<Rule, string> = {
  schedule_active: msg("Service switched off"),
  resource_active: msg("Resource archived"),
  valid_dates: msg("Dates of the service"),
  weekly_hours: msg("Weekly hours"),
  override: msg("Hours of this date"),
  closed_day: msg("Closed day"),
  resource_hours: msg("Resource’s hours"),
  duration: msg("Length of a time"),
  not_generated: msg("Deleted or not ready yet"),
  past: msg("In the past"),
  too_soon: msg("Too soon to book"),
  too_far: msg("Too far ahead"),
  closed_by_hand: msg("Closed by hand"),
  time_off: msg("Time off"),
  daily_limit: msg("Limit a day"),
  weekly_limit: msg("Weekly limit"),
  monthly_limit: msg("Monthly limit"),
  need_taken: msg("Needs"),
  held: msg("Held"),
  full: msg("Booked"),
  party_too_large: msg("Number of people"),
};

/** Rules about hours remove nothing, since they define the times. */
const ABOUT_HOURS: readonly Rule[] = [
  "valid_dates",
  "weekly_hours",
  "override",
  "closed_day",
  "resource_hours",
  "duration",
];

export interface WhyInput {
  question: WhyQuestion;
  /** null: the resource has no service. */
  explanation: Explanation | null;
  data: CalendarData;
  days: readonly AxisDay[];
  query: CalendarQuery;
  locale: string;
  time_zone: string;
  today: string;
}

/** The question's service, or the resource's first. */
export function serviceOf(
  data: CalendarData,
  { resource_id, schedule_id }: WhyQuestion,
): string | null {
  const offered = data.schedules.filter(({ resource_ids }) => resource_ids.includes(resource_id));
  return (offered.find(({ id }) => id === schedule_id) ?? offered[0])?.id ?? null;
}

/** null: the question is about nothing visible. */
export function whyView(input: WhyInput): WhyView | null {
  const { question, explanation, data, days, query } = input;
  const { resource_id, date } = question;
  const resource = data.resources.find(({ id }) => id === resource_id);
  const day = days.find((each) => each.date === date);
  if (!resource || !day) return null;
  const steps = explanation?.steps ?? [];
  const planned = steps.find(({ rule }) => rule === "duration")?.left ?? 0;
  const service = data.schedules.find(({ id }) => id === explanation?.schedule_id);
  return {
    column: `${date}:${resource_id}`,
    title: `${resource.name}, ${dayLabel(date, input)}`,
    service: service?.name ?? null,
    others: data.schedules
      .filter(({ id, resource_ids }) => id !== service?.id && resource_ids.includes(resource_id))
      .map(({ id, name }) => ({
        name,
        href: whyPath(query, { resource_id, date, schedule_id: id }),
      })),
    planned,
    bookable: explanation?.bookable.length ?? 0,
    steps: steps
      .filter(
        ({ rule, removed }) => removed.length > 0 || (planned === 0 && ABOUT_HOURS.includes(rule)),
      )
      .map(({ rule, removed, left, note, block_ids }) => ({
        rule,
        words: t(WORDS[rule]),
        note,
        removed: removed.length,
        left,
        link: linkOf(
          rule,
          { ...question, schedule_id: explanation!.schedule_id },
          { data, removed, block_ids },
        ),
      })),
    close: calendarPath(query),
    marks: steps.flatMap(({ rule, removed }) =>
      marksOf(removed.map(Date.parse), data, explanation!.schedule_id, day).map((mark) => ({
        ...mark,
        words: t(WORDS[rule]),
      })),
    ),
  };
}

/** Times removed by a rule; overlapping ones are merged. */
function marksOf(
  starts: readonly number[],
  data: CalendarData,
  schedule_id: string,
  day: AxisDay,
): Interval[] {
  const lengths = new Map(
    data.slots.map((slot) => [`${slot.schedule_id} ${slot.starts_ms}`, slot.ends_ms]),
  );
  const marks: Interval[] = [];
  for (const starts_ms of [...starts].sort((a, b) => a - b)) {
    const ends_ms = lengths.get(`${schedule_id} ${starts_ms}`) ?? starts_ms + 15 * 60_000;
    const mark = { start: minuteOf(day, starts_ms), end: minuteOf(day, ends_ms) };
    const last = marks.at(-1);
    if (last && mark.start <= last.end) last.end = Math.max(last.end, mark.end);
    else if (mark.end > mark.start) marks.push(mark);
  }
  return marks;
}

interface Found {
  data: CalendarData;
  removed: readonly string[];
  block_ids: readonly string[] | undefined;
}

/** Page where a rule is configured, if the dashboard has one. */
function linkOf(
  rule: Rule,
  at: Required<WhyQuestion>,
  { data, removed, block_ids }: Found,
): WhyStep["link"] {
  const { resource_id, schedule_id, date } = at;
  const page = (root: string, path: string, words: string) =>
    navigation.some(({ to }) => to === root) ? { href: `${root}/${path}`, words } : null;
  const services = (tab: string, words: string) =>
    page("/dashboard/services", `${schedule_id}/${tab}`, words);
  switch (rule) {
    case "time_off":
      return block_ids?.[0] === undefined
        ? null
        : { href: blockPath({ id: block_ids[0] }), words: t("Open the time off") };
    case "closed_by_hand": {
      const slot = data.slots.find(
        (each) =>
          each.schedule_id === schedule_id &&
          removed.some((start) => Date.parse(start) === each.starts_ms),
      );
      return slot ? { href: `/dashboard/slots/${slot.id}`, words: t("Open this time") } : null;
    }
    case "full":
    case "held": {
      const list = new URLSearchParams({ from: date, to: date, resource_id });
      return { href: `/dashboard/bookings?${list}`, words: t("See its bookings") };
    }
    case "past":
      return null;
    case "resource_active":
      return page("/dashboard/resources", resource_id, t("Change the resource"));
    case "too_soon":
    case "too_far":
    case "need_taken":
    case "daily_limit":
    case "weekly_limit":
    case "monthly_limit":
    case "party_too_large":
      return services("rules", t("Change the rule"));
    case "duration":
      return services("price", t("Change the service"));
    case "schedule_active":
      return services("offer", t("Change the service"));
    default:
      return services("hours", t("Change the hours"));
  }
}
