import type { Availability, AvailableSlot } from "~/contract/slots";
import { toRfc3339 } from "~/lib/time";

/** What the resources asked for are offered by, found by what a slot says of it (SlotText's `offer`). */
export interface SlotSources {
  /** The order of offers among slots that start together: by resource, then by schedule, those without one last. */
  places: Map<string, number>;
  /** The part of a slot's JSON between its id and its start. */
  texts: Map<string, string>;
  /** The schedules among them. */
  schedules: Set<string>;
  /** The last start (epoch ms) that guests can book by any of the schedules asked for; null: there is none with a horizon. */
  horizon: number | null;
  /** Times that are still being made, [from, until) in epoch ms. */
  pending: { from: number; until: number }[];
  /** Changes when a slot or a schedule does. */
  version: string;
}

/**
 * From numbers and texts "resource/schedule/slots_version/updated_at/horizon[/pending_from/pending_until]", empty where no schedule is and
 * the last ones in epoch seconds. `only`: the schedule asked for.
 */
export function toSlotSources(found: [n: string, text: string][], only?: string): SlotSources {
  const ordered = found
    .map(([n, text]) => ({ n, text, parts: text.split("/") }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  const version = ordered.map(({ text }) => text).join();
  const offers: SlotSources = {
    places: new Map(),
    texts: new Map(),
    schedules: new Set(),
    horizon: null,
    pending: [],
    version,
  };
  ordered.forEach(
    ({ n, parts: [resource_id = "", schedule_id = "", , , last = "0", from, until] }, index) => {
      if (schedule_id !== "") offers.schedules.add(schedule_id);
      const isAsked = schedule_id !== "" && (only === undefined || only === schedule_id);
      if (isAsked && last !== "0")
        offers.horizon = Math.max(offers.horizon ?? 0, Number(last) * 1000);
      if (isAsked && from !== undefined)
        offers.pending.push({ from: Number(from) * 1000, until: Number(until) * 1000 });
      const text = (schedule: string | null) =>
        `","resource_id":"${resource_id}","schedule_id":${JSON.stringify(schedule)},"starts_at":"`;
      if (schedule_id !== "") offers.places.set(n, index);
      offers.texts.set(n, text(schedule_id));
      // A slot made by hand names its resource: it comes after those of the schedules, before the next resource's.
      offers.places.set(resource_id, index + 0.5);
      offers.texts.set(resource_id, text(null));
    },
  );
  return offers;
}

/**
 * A slot as Postgres writes it, all text, unread: nothing is made of it but the answer. Instants are its own notation in UTC
 * ("2026-11-21 08:00:00+00"), which sorts as it is.
 */
export type SlotText = [
  id: string,
  /** The number of its offer; of a slot made by hand the resource's id. */
  offer: string,
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

const OFFER = 1;
const START = 2;
const REASON = 6;

/** By start, then by place of the offer; in place. */
export function sortSlots(slots: SlotText[], { places }: SlotSources): SlotText[] {
  const place = (slot: SlotText) => places.get(slot[OFFER]) ?? 0;
  return slots.sort((a, b) =>
    a[START] < b[START] ? -1 : a[START] > b[START] ? 1 : place(a) - place(b),
  );
}

/** The first start that can be booked, epoch ms; null when there is none. */
export function firstBookable(slots: SlotText[]): number | null {
  const first = slots.find((slot) => slot[REASON] === null);
  return first === undefined ? null : Date.parse(wire(first[START]));
}

/** The Availability of the contract as JSON: day by day, only what is bookable unless `all`. `slots` as sortSlots leaves them. */
export function writeAvailability(
  days: AvailabilityDays,
  offers: SlotSources,
  slots: SlotText[],
  next: number | null,
  all: boolean,
): string {
  const { dates, bounds, time_zone } = days;
  let at = 0;
  const written = dates.map((date, day) => {
    const first = at;
    const end = new Date(bounds[day + 1]!).toISOString().replace("T", " ").slice(0, 19); // as Postgres writes it, without "+00"
    while (at < slots.length && slots[at]![START] < end) at++;
    const here = slots.slice(first, at);
    const listed = all ? here : here.filter((slot) => slot[REASON] === null);
    const json = listed.map((slot) => slotJson(slot, offers.texts.get(slot[OFFER])!)).join(",");
    return `{"date":"${date}","state":"${stateOf(here, offers, bounds[day]!, bounds[day + 1]!)}","slots":[${json}]}`;
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

function slotJson(slot: SlotText, start: string): string {
  const [id, , starts_at, ends_at, capacity, taken, reason, price_amount, currency] = slot;
  const remaining = Math.max(Number(capacity) - Number(taken), 0);
  const bookable = reason === null ? `true,"reason":null` : `false,"reason":"${reason}"`;
  const price =
    price_amount === null
      ? `null,"currency":null`
      : `${price_amount},"currency":${JSON.stringify(currency)}`;
  return `{"id":"${id}${start}${wire(starts_at)}","ends_at":"${wire(ends_at)}","capacity":${capacity},"remaining":${remaining},"bookable":${bookable},"price_amount":${price}}`;
}

const FULL: readonly AvailableSlot["reason"][] = [
  ...(["full", "held", "party_too_large"] as const),
  ...(["daily_limit", "weekly_limit", "monthly_limit"] as const),
];

/** Of the day [from, to) in epoch ms with these slots. */
function stateOf(
  slots: SlotText[],
  { horizon, pending }: SlotSources,
  from: number,
  to: number,
): Availability["days"][number]["state"] {
  const reasons = new Set(slots.map((slot) => slot[REASON] as AvailableSlot["reason"])); // slotReason names no other
  if (reasons.has(null)) return "open";
  if (pending.some((range) => range.from < to && range.until > from)) return "pending";
  if (FULL.some((reason) => reasons.has(reason))) return "full";
  if (reasons.has("too_soon")) return "too_soon";
  if (reasons.has("too_far")) return "too_far";
  // Beyond the horizon no slots are made: what will be there is not known yet.
  return slots.length === 0 && horizon !== null && from > horizon ? "too_far" : "closed";
}
