import type { Availability, AvailableSlot } from "~/contract/slots";
import { toRfc3339 } from "~/lib/time";

/** The inputs of an answer besides its slots. */
export interface SlotSources {
  resources: Set<string>;
  schedules: Set<string>;
  /** Whether one of the schedules has the requested length. */
  has_length: boolean;
  /** Whether one of the active schedules has needs, or a limit of a day, week or month. */
  has_limits: boolean;
  /**
   * The last start (epoch ms) that guests can book by any of the schedules; null: none of them has
   * a horizon.
   */
  horizon: number | null;
  /** Times that are still being made, [from, until) in epoch ms. */
  pending: { from: number; until: number }[];
  /** Changes when a slot or a schedule does. */
  version: string;
}

/**
 * Parses texts "resource/id/slots_version",
 * "schedule/id/updated_at/has_length/has_limits[/horizon]", "need/id/versions" and
 * "pending/schedule/resource/from/until", instants except the second in epoch seconds.
 */
export function toSlotSources(found: string[]): SlotSources {
  const sources: SlotSources = {
    resources: new Set(),
    schedules: new Set(),
    has_length: false,
    has_limits: false,
    horizon: null,
    pending: [],
    version: found.toSorted().join(),
  };
  for (const text of found) {
    const [kind, id = "", ...more] = text.split("/");
    if (kind === "resource") sources.resources.add(id);
    else if (kind === "schedule") {
      sources.schedules.add(id);
      sources.has_length ||= more[1] === "1";
      sources.has_limits ||= more[2] === "1";
      if (more[3] !== undefined)
        sources.horizon = Math.max(sources.horizon ?? 0, Number(more[3]) * 1000);
    } else if (kind === "pending")
      sources.pending.push({ from: Number(more[1]) * 1000, until: Number(more[2]) * 1000 });
  }
  return sources;
}

/**
 * A slot as Postgres sends it, all text, unparsed: it is only copied into the answer. Instants are
 * in Postgres's notation in UTC ("2026-11-21 08:00:00+00"), which sorts as text.
 */
export type SlotText = [
  id: string,
  resource_id: string,
  /** null: created manually, without a schedule. */
  schedule_id: string | null,
  starts_at: string,
  ends_at: string,
  capacity: string,
  taken: string,
  reason: string | null,
  price_amount: string | null,
  currency: string | null,
];

export interface AvailabilityDays {
  time_zone: string;
  /** Local dates, and the instants (epoch ms) at which each begins; one more bound than dates. */
  dates: string[];
  bounds: number[];
}

const RESOURCE = 1;
const SCHEDULE = 2;
const START = 3;
const REASON = 7;

/** Sorts in place by start, then by resource and schedule, those without one last. */
export function sortSlots(slots: SlotText[]): SlotText[] {
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return slots.sort(
    (a, b) =>
      order(a[START], b[START]) ||
      order(a[RESOURCE], b[RESOURCE]) ||
      order(a[SCHEDULE] ?? "~", b[SCHEDULE] ?? "~"),
  );
}

/** The first bookable start, epoch ms; null if there is none. */
export function firstBookable(slots: SlotText[]): number | null {
  const first = slots.find((slot) => slot[REASON] === null);
  return first === undefined ? null : Date.parse(wire(first[START]));
}

/**
 * The Availability of the contract as JSON: day by day, only bookable slots unless `all`. `slots`
 * sorted by sortSlots.
 */
export function writeAvailability(
  days: AvailabilityDays,
  sources: SlotSources,
  slots: SlotText[],
  next: number | null,
  all: boolean,
): string {
  const { dates, bounds, time_zone } = days;
  let at = 0;
  const written = dates.map((date, day) => {
    const first = at;
    const end = new Date(bounds[day + 1]!).toISOString().replace("T", " ").slice(0, 19); // Postgres's notation, without "+00"
    while (at < slots.length && slots[at]![START] < end) at++;
    const here = slots.slice(first, at);
    const listed = all ? here : here.filter((slot) => slot[REASON] === null);
    const json = listed.map(slotJson).join(",");
    return `{"date":"${date}","state":"${stateOf(here, sources, bounds[day]!, bounds[day + 1]!)}","slots":[${json}]}`;
  });
  const head = {
    time_zone,
    from: dates[0],
    to: dates.at(-1),
    next_available: next === null ? null : toRfc3339(next),
  };
  return `${JSON.stringify(head).slice(0, -1)},"days":[${written.join(",")}]}`;
}

/** RFC 3339 from Postgres's notation: whole seconds, UTC. */
function wire(instant: string): string {
  return `${instant.slice(0, 10)}T${instant.slice(11, 19)}Z`;
}

function slotJson(slot: SlotText): string {
  const [id, resource_id, schedule_id, starts_at, ends_at] = slot;
  const [, , , , , capacity, taken, reason, price_amount, currency] = slot;
  const schedule = schedule_id === null ? "null" : `"${schedule_id}"`;
  const remaining = Math.max(Number(capacity) - Number(taken), 0);
  const bookable = reason === null ? `true,"reason":null` : `false,"reason":"${reason}"`;
  const price =
    price_amount === null
      ? `null,"currency":null`
      : `${price_amount},"currency":${JSON.stringify(currency)}`;
  return `{"id":"${id}","resource_id":"${resource_id}","schedule_id":${schedule},"starts_at":"${wire(starts_at)}","ends_at":"${wire(ends_at)}","capacity":${capacity},"remaining":${remaining},"bookable":${bookable},"price_amount":${price}}`;
}

const FULL: readonly AvailableSlot["reason"][] = [
  "full",
  "held",
  "need_taken",
  "party_too_large",
  "daily_limit",
  "weekly_limit",
  "monthly_limit",
];

/** The state of the day [from, to) in epoch ms with these slots. */
function stateOf(
  slots: SlotText[],
  { horizon, pending }: SlotSources,
  from: number,
  to: number,
): Availability["days"][number]["state"] {
  const reasons = new Set(slots.map((slot) => slot[REASON] as AvailableSlot["reason"])); // slotReason returns no others
  if (reasons.has(null)) return "open";
  if (pending.some((range) => range.from < to && range.until > from)) return "pending";
  if (FULL.some((reason) => reasons.has(reason))) return "full";
  if (reasons.has("too_soon")) return "too_soon";
  if (reasons.has("too_far")) return "too_far";
  // Beyond the horizon no slots are made, so the day's times are not known yet.
  return slots.length === 0 && horizon !== null && from > horizon ? "too_far" : "closed";
}
