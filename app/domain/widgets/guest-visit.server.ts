import type { NewWidgetVisit, WidgetVisitTimesQuery } from "~/contract/booking-inputs";
import type { WidgetVisitTimes } from "~/contract/booking-visits";
import type { PublicBooking, WidgetBookings } from "~/contract/bookings";
import { MAX_DAYS_FOR_VISITORS, MAX_SLOTS_IN_AVAILABILITY } from "~/contract/limits";
import { invalidField } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { addDays, daysBetween, startOfDay } from "~/lib/time";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { book } from "../bookings/place/book.server";
import { manageUrl } from "../bookings/links/manage-link.server";
import type { KeyActor } from "../identity/actor";
import { type BookPart, bookVisit } from "../visits/book-visit.server";
import { spanOf, visitTimesBetween } from "../visits/visit-times.server";
import { bookingOf, publicBooking } from "./create-widget-booking.server";
import { dueOffline, readShownServices, rulesOfOne } from "./guest-group.server";
import { isBookedAlone } from "../services/repeat-dates";

// Several services that a guest books one after another in one visit.

const ALONE = "This service is booked alone.";
const ONE_ONLY = "Services are booked one at a time here.";

/**
 * The configuration's actor for a visit of services that guests may book together. Throws
 * not_found for a service that the widget doesn't show, validation_failed for one that is paid, or
 * asks for a card, before it is confirmed, or where the configuration has visits turned off.
 */
async function visitorOf(
  caller: KeyActor,
  { config_id, parts }: Pick<WidgetVisitTimesQuery, "config_id" | "parts">,
): Promise<KeyActor> {
  const actor = await chooseConfiguration(caller, config_id);
  if (!actor.configuration.steps.add_service) throw invalidField("parts", ONE_ONLY, "not_enabled");
  const ids = parts.map(({ schedule_id }) => schedule_id);
  const alone = (await readShownServices(actor, ids)).findIndex(isBookedAlone);
  if (alone !== -1) throw invalidField(`parts.${alone}.schedule_id`, ALONE, "not_enabled");
  return actor;
}

/** The starts at which a visit can be booked, with its minutes and price. */
export async function findGuestVisitTimes(
  caller: KeyActor,
  query: WidgetVisitTimesQuery,
): Promise<WidgetVisitTimes> {
  const { from, to, parts } = query;
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw invalidField("to", "The end is before the start. Choose a later end.");
  if (days > MAX_DAYS_FOR_VISITORS)
    throw invalidField("to", `At most ${MAX_DAYS_FOR_VISITORS} days in one call.`, "too_big");
  const actor = await visitorOf(caller, query);
  const time_zone = query.tz ?? actor.tenant.time_zone;
  const found = await visitTimesBetween(actor, parts, {
    from: new Date(startOfDay(from, time_zone)),
    to: new Date(startOfDay(addDays(to, 1), time_zone)),
  });
  if (found.length > MAX_SLOTS_IN_AVAILABILITY)
    throw invalidField(
      "to",
      "There are too many times in this range: ask for fewer days.",
      "too_big",
    );
  return { time_zone, times: found.map(({ parts: _parts, ...time }) => time) };
}

/**
 * Books several services for a guest in one transaction: all at the sum that they were shown, or
 * none. Each passes the checks of a single booking; the verification counts once.
 * Throws what createWidgetBooking throws; the refusal of a service names it.
 */
export async function createGuestVisit(
  caller: KeyActor,
  input: NewWidgetVisit,
  ticket: IdempotencyTicket | null,
): Promise<WidgetBookings> {
  const actor = await visitorOf(caller, input);
  const { starts_at, parts, expected_amount, ...form } = input;
  const bookPart: BookPart<PublicBooking> = (db, { index, resource_id, ...planned }) => {
    const { answers, ...part } = parts[index]!; // one for each
    const { wish, rules } = bookingOf(actor, {
      ...form,
      ...part,
      resource_id,
      starts_at: planned.starts_at,
      answers: [...form.answers, ...answers],
    });
    const { starts_at: _start, ...place } = planned;
    const due = dueOffline(rules, "schedule_id", ALONE);
    const ofPart = { ...rulesOfOne(rules, index === 0), due, within: db };
    return book(actor, { ...wish, ...place }, ofPart, null, publicBooking);
  };
  return bookVisit(
    {
      actor,
      starts_at,
      parts,
      guest: { email: form.customer.email },
      expected_amount,
      dry_run: false,
      ticket,
    },
    bookPart,
    (_id, bookings) => {
      const { price_amount, currency } = spanOf(bookings);
      const manage_url = manageUrl(actor.tenant.id, bookings[0]!.id); // the contract requires two
      return { bookings, manage_url, price_amount, currency };
    },
  );
}
