import type { WidgetSeriesQuery } from "~/contract/booking-inputs";
import { MAX_DAYS_FOR_VISITORS } from "~/contract/limits";
import type { Availability, AvailableSlot } from "~/contract/slots";
import type { WidgetSeries } from "~/contract/widget";
import { invalidField } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { coversWish } from "../bookings/place/held-terms";
import { findHeldSlot } from "../bookings/place/find-requested-slot.sql.server";
import { peopleAt, quoteFor, type RequestedSlot } from "../bookings/place/requested-slot";
import { targetOf } from "../bookings/place/slot-target";
import type { KeyActor } from "../identity/actor";
import { addonMinutes, chooseAddons } from "../quotes/choose-addons";
import { choosePeople } from "../quotes/choose-party";
import { quote } from "../quotes/quote";
import { namedHold } from "../seats/visitor-hold.sql.server";
import { isTooFar } from "../series/plan-series.server";
import { seriesStarts } from "../series/series-starts";
import { readAvailability } from "../slots/availability.sql.server";
import { readShownServices } from "./guest-group.server";
import { repeatDates } from "../services/repeat-dates";
import type { RepeatedService } from "./repeated-service.sql.server";

export const ONE_DATE = "This service is booked one date at a time.";

export interface GuestDate {
  no: number;
  starts_at: Date;
  /** The time as it is offered; null: it is taken, or the first date, which the visitor holds. */
  slot: AvailableSlot | null;
  /** null: it is free. */
  reason: string | null;
  price_amount: number | null;
}

export interface GuestSeries {
  rrule: string;
  time_zone: string;
  dates: GuestDate[];
  /** Sum of the prices of the free dates. */
  price_amount: number | null;
  currency: string | null;
}

/** The state and price of each date, without booking or locking anything. */
export async function previewGuestSeries(
  caller: KeyActor,
  query: WidgetSeriesQuery,
): Promise<WidgetSeries> {
  const actor = await chooseConfiguration(caller, query.config_id);
  const { time_zone, dates, price_amount, currency } = await planGuestSeries(actor, query);
  return {
    time_zone,
    dates: dates.map(({ no, starts_at, reason, price_amount }) => ({
      no,
      starts_at: toRfc3339(starts_at.getTime()),
      state: reason === null ? "free" : "taken",
      reason,
      price_amount,
    })),
    price_amount,
    currency,
  };
}

/**
 * The dates as visitors are offered them now. Reads one start per date, so that the work is bounded
 * by the number of dates. Throws not_found, validation_failed.
 */
export async function planGuestSeries(
  actor: KeyActor,
  query: WidgetSeriesQuery,
): Promise<GuestSeries> {
  const { repeat, starts_at, schedule_id } = query;
  const [service] = (await readShownServices(actor, [schedule_id])) as [RepeatedService];
  const most = repeatDates(service);
  if (most === null) throw invalidField("repeat", ONE_DATE, "not_enabled");
  if (repeat.dates > most)
    throw invalidField("repeat.dates", `At most ${most} dates can be booked together.`, "too_big");
  const rrule = `FREQ=WEEKLY;INTERVAL=${repeat.every_weeks};COUNT=${repeat.dates}`;
  const starts = seriesStarts(rrule, starts_at, service.time_zone);
  const dates: GuestDate[] = [];
  for (const [index, start] of starts.entries())
    dates.push(await planDate(actor, query, service, index + 1, start));
  const priced = dates.flatMap(({ price_amount }) => price_amount ?? []);
  return {
    rrule,
    time_zone: service.time_zone,
    dates,
    price_amount: priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0),
    currency: priced.length === 0 ? null : (service.currency ?? actor.tenant.currency),
  };
}

async function planDate(
  actor: KeyActor,
  query: WidgetSeriesQuery,
  service: RepeatedService,
  no: number,
  starts_at: Date,
): Promise<GuestDate> {
  const held = no === 1 ? await heldTime(actor, query) : null;
  if (held !== null) {
    const addons = chooseAddons(query.addons, held.schedule?.addons ?? []);
    const { amount } = quoteFor(held, peopleAt(held, query), addons);
    return { no, starts_at, slot: null, reason: null, price_amount: amount };
  }
  const addons = chooseAddons(query.addons, service.addons);
  const { party_size } = choosePeople(query, service.person_kinds, null);
  const wish = { ...query, starts_at, party_size, extra_minutes: addonMinutes(addons) };
  const slot = await readSlot(actor, wish, service.time_zone);
  if (!slot?.bookable) {
    const isBeyond = isTooFar(starts_at, service.time_zone, service.max_advance_days);
    const reason = isBeyond ? "too_far" : (slot?.reason ?? "closed");
    return { no, starts_at, slot: null, reason, price_amount: null };
  }
  const { price_amount: amount, currency } = slot;
  const price = { label: service.name, amount, seats: 1, currency: currency ?? service.currency };
  const { party } = choosePeople(query, service.person_kinds, amount);
  const { amount: price_amount } = quote(price, party_size, addons, party);
  return { no, starts_at, slot, reason: null, price_amount };
}

/** The first date's time on the terms of the visitor's hold; null if nothing is held. */
async function heldTime(
  actor: KeyActor,
  { hold_token, party_size, party, repeat: _repeat, ...named }: WidgetSeriesQuery,
): Promise<RequestedSlot | null> {
  if (hold_token === undefined) return null;
  const hold = namedHold(actor.key_id, hold_token);
  const held = await findHeldSlot(pool, actor.tenant.id, hold, null);
  if (held === null || held.terms.configuration.id !== actor.configuration.id) return null;
  return coversWish(held, { target: targetOf(named), party_size, party }) ? held.requested : null;
}

/** The time at a start: of the resource, or the one that would be assigned. */
async function readSlot(
  actor: KeyActor,
  {
    schedule_id,
    resource_id,
    starts_at,
    party_size,
    length_minutes,
    extra_minutes,
  }: WidgetSeriesQuery & { party_size: number; extra_minutes: number },
  time_zone: string,
): Promise<AvailableSlot | undefined> {
  const query = {
    schedule_id,
    resource_id: [resource_id],
    from: starts_at,
    to: new Date(starts_at.getTime() + 1),
    tz: time_zone,
    party_size,
    length_minutes,
    ...(extra_minutes > 0 && { extra_minutes }),
    include: ["unavailable" as const],
  };
  const { json } = await readAvailability(actor, query, MAX_DAYS_FOR_VISITORS, null);
  const found = JSON.parse(json ?? "null") as Availability | null;
  return found?.days.flatMap(({ slots }) => slots)[0];
}
