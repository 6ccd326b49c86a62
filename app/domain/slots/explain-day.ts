import type { Explanation } from "~/contract/slots";
import { plural, t } from "~/i18n/text";
import { isoWeekday, localDateOf, toRfc3339, wallTimeOf } from "~/lib/time";
import { openIntervals, type OpeningHours } from "../hours/open-intervals";
import { type HoursLimits, openWithin } from "../hours/open-within";
import { type ScheduleHours, slotTimes } from "../schedules/slot-times";

/** A stored slot of the day. Instants in epoch ms. */
export interface DaySlot {
  starts_at: number;
  status: "open" | "closed";
  /** Whether the hours stay open for the requested length. */
  fits?: boolean;
  origin: "generated" | "manual";
  /** Why the party cannot book it, as in the listing (slotReason); null: it can. */
  reason: string | null;
  /** The block that closes it. */
  block: DayBlock | null;
}

/**
 * A resource's time off, or busy time from its external calendars (`source`); instants in epoch ms.
 */
interface DayBlock {
  id: string;
  starts_at: number;
  ends_at: number;
  reason: string | null;
  source: "staff" | "calendar";
}

export interface ExplainInput {
  schedule: ScheduleHours & {
    id: string;
    active: boolean;
    min_notice_minutes: number;
    max_advance_days: number;
    max_party_size: number | null;
    max_per_day: number | null;
    max_per_week: number | null;
    max_per_month: number | null;
  };
  resource: { id: string; active: boolean };
  /** The names of what the service needs besides. */
  needs: string[];
  limits: HoursLimits;
  /** The requested length; absent: the schedule's duration. */
  length_minutes?: number;
  /** Why the company is closed on the date; null: it is not. */
  closed_for: string | null;
  date: string;
  party_size: number;
  slots: DaySlot[];
  now: number;
}

type Rule = Explanation["steps"][number]["rule"];

/**
 * Explains why a day has no times: the rules in the order they apply, each with the starts it
 * removed and the number it left. The first steps are about hours, the later ones about slots;
 * starts that pass all of them are bookable. Pure: `now` is epoch ms.
 */
export function explainDay(input: ExplainInput): Explanation {
  const {
    schedule,
    resource,
    date,
    party_size,
    now,
    length_minutes = schedule.duration_minutes,
  } = input;
  const steps: Explanation["steps"] = [];
  let left = plannedStarts(input);
  const take = (
    rule: Rule,
    note: string,
    isRemoved: (start: number) => boolean,
    more: { block_ids?: string[] } = {},
  ) => {
    const removed = left.filter(isRemoved);
    left = left.filter((start) => !isRemoved(start));
    steps.push({ rule, removed: removed.map(toRfc3339), left: left.length, note, ...more });
  };
  const slotAt = new Map(input.slots.map((slot) => [slot.starts_at, slot]));
  const slot = (start: number) => slotAt.get(start);
  noteHours(input, steps, left.length);
  take("duration", lengthWords(length_minutes), (start) => slot(start)?.fits === false);
  take(
    "schedule_active",
    schedule.active ? t("The service is switched on.") : t("The service is switched off."),
    () => !schedule.active,
  );
  take(
    "resource_active",
    resource.active ? t("The resource is active.") : t("The resource is archived."),
    () => !resource.active,
  );
  take(
    "not_generated",
    t("Times that were deleted or aren’t created yet."),
    (start) => slot(start) === undefined,
  );
  // The reasons of the listing (slotReason), in its order.
  const has = (reason: string) => (start: number) => slot(start)?.reason === reason;
  take("closed_by_hand", t("Times closed by hand."), (start) => slot(start)?.status === "closed");
  const closed = left.filter(has("closed"));
  const blocks = blocksOver(closed.flatMap((start) => slot(start)?.block ?? []));
  const off =
    blocks.map((block) => noteOf(block, schedule.time_zone)).join(" ") || t("No time off.");
  take("time_off", off, has("closed"), {
    block_ids: blocks.flatMap(({ id, source }) => (source === "staff" ? [id] : [])),
  });
  take("past", t("Times that have started."), (start) => start <= now);
  take("too_soon", noticeWords(schedule.min_notice_minutes), has("too_soon"));
  take(
    "too_far",
    plural(
      schedule.max_advance_days,
      "Bookable up to {{count}} day ahead.",
      "Bookable up to {{count}} days ahead.",
    ),
    has("too_far"),
  );
  take(
    "party_too_large",
    plural(party_size, "For {{count}} person.", "For {{count}} people."),
    has("party_too_large"),
  );
  take("held", t("Held for guests who are paying, awaiting approval or deciding."), has("held"));
  take("full", t("Booked, here or through another service of the same resource."), has("full"));
  if (input.needs.length > 0)
    take("need_taken", t("Needs {{names}}.", { names: input.needs.join(", ") }), has("need_taken"));
  for (const [limit, note] of limitsOf(schedule)) take(limit, note, has(limit));
  return {
    date,
    time_zone: schedule.time_zone,
    schedule_id: schedule.id,
    resource_id: resource.id,
    hours: openWithin(schedule, input.limits, date, date).map(({ start_ms, end_ms, source }) => ({
      starts_at: toRfc3339(start_ms),
      ends_at: toRfc3339(end_ms),
      source,
    })),
    steps,
    bookable: left.map(toRfc3339),
  };
}

/** The limits of bookings in their order; weekly and monthly ones only if set. */
function limitsOf({
  max_per_day,
  max_per_week,
  max_per_month,
}: ExplainInput["schedule"]): [Rule, string][] {
  const limits: [Rule, string | null][] = [
    [
      "daily_limit",
      max_per_day === null
        ? t("No daily limit.")
        : t("At most {{count}} a day.", { count: max_per_day }),
    ],
    [
      "weekly_limit",
      max_per_week === null ? null : t("At most {{count}} a week.", { count: max_per_week }),
    ],
    [
      "monthly_limit",
      max_per_month === null ? null : t("At most {{count}} a month.", { count: max_per_month }),
    ],
  ];
  return limits.flatMap(([rule, note]) => (note === null ? [] : [[rule, note]]));
}

function resourceWords(hours: OpeningHours, date: string): string {
  const at = (instant: number) => wallTimeOf(instant, hours.time_zone).slice(11);
  const open = openIntervals(hours, date, date).map(
    ({ start_ms, end_ms }) => `${at(start_ms)}–${at(end_ms)}`,
  );
  return open.join(", ") || t("The resource has no hours on this date.");
}

const noticeWords = (minutes: number) =>
  plural(
    minutes,
    "Bookable until {{count}} minute before.",
    "Bookable until {{count}} minutes before.",
  );

/** Each block once, in chronological order. */
function blocksOver(found: DayBlock[]): DayBlock[] {
  return [...new Map(found.map((block) => [block.id, block])).values()].sort(
    (a, b) => a.starts_at - b.starts_at,
  );
}

/** "Time off: 2027-01-04 12:00 – 2027-01-04 13:00 (Lunch)." */
function noteOf({ starts_at, ends_at, reason, source }: DayBlock, timeZone: string): string {
  const [from, until] = [wallTimeOf(starts_at, timeZone), wallTimeOf(ends_at, timeZone)];
  if (source === "calendar")
    return t("Busy in a connected calendar: {{from}} – {{until}}.", { from, until });
  if (reason === null) return t("Time off: {{from}} – {{until}}.", { from, until });
  return t("Time off: {{from}} – {{until}} ({{reason}}).", { from, until, reason });
}

/**
 * All starts in the hours of the date, including those after midnight, and manual slots on the date
 * itself.
 */
function plannedStarts({ schedule, date, slots, limits }: ExplainInput): number[] {
  const planned = slotTimes(schedule, date, date, limits).map((time) => time.starts_at);
  const byHand = slots
    .map((slot) => ({ ...slot, date: localDateOf(slot.starts_at, schedule.time_zone) }))
    .filter((slot) => slot.origin === "manual" && slot.date === date)
    .map(({ starts_at }) => starts_at);
  return [...new Set([...planned, ...byHand])].sort((a, b) => a - b);
}

function noteHours(
  { schedule, date, limits, closed_for }: ExplainInput,
  steps: Explanation["steps"],
  left: number,
): void {
  const add = (rule: Rule, note: string) => steps.push({ rule, removed: [], left, note });
  const isOutside = (schedule.valid_from ?? date) > date || (schedule.valid_to ?? date) < date;
  add(
    "valid_dates",
    isOutside
      ? t("Offered {{from}} – {{until}}.", {
          from: schedule.valid_from ?? "…",
          until: schedule.valid_to ?? "…",
        })
      : t("The service is offered on this date."),
  );
  const rules = schedule.rules.filter((rule) => rule.days.includes(isoWeekday(date)));
  add(
    "weekly_hours",
    rules.length === 0
      ? t("No hours on this weekday.")
      : rules.map((rule) => `${rule.start}–${rule.end}`).join(", "),
  );
  const override = schedule.overrides.find((candidate) => candidate.date === date);
  if (override !== undefined)
    add(
      "override",
      "closed" in override
        ? t("Closed on this date.")
        : override.intervals.map((hours) => `${hours.start}–${hours.end}`).join(", "),
    );
  if (closed_for !== null)
    add("closed_day", t("The company is closed on this date: {{reason}}.", { reason: closed_for }));
  if (limits.resource !== null) add("resource_hours", resourceWords(limits.resource, date));
}

const lengthWords = (minutes: number) =>
  plural(
    minutes,
    "Times of {{count}} minute that fit the hours.",
    "Times of {{count}} minutes that fit the hours.",
  );
