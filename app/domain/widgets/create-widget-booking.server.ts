import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { BookingAnswer, PublicBooking, WidgetBooking } from "~/contract/bookings";
import { invalidField } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { isAllowedOrigin } from "../api-keys/calling-origin.server";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { type OpenedLink, openLink } from "../booking-links/open-link.server";
import { checkAnswers, questionsFor } from "../bookings/place/answers";
import { book, type Booked, type BookingRules } from "../bookings/place/book.server";
import { toPublicBooking } from "../bookings/read/booking-row";
import { isOfferedByKey } from "../bookings/place/is-offered";
import { linkUnavailable } from "../bookings/links/link-unavailable";
import { manageUrl } from "../bookings/links/manage-link.server";
import { type Due, dueFor } from "../bookings/place/new-booking";
import {
  checkParty,
  checkTarget,
  checkWindow,
  type RequestedSlot,
} from "../bookings/place/requested-slot";
import { payUrl } from "../bookings/links/pay-link.server";
import type { BookingWish } from "../bookings/place/place-booking.server";
import { targetOf } from "../bookings/place/slot-target";
import { UnofferedTime } from "../bookings/place/unoffered-time";
import { isLiveMode, type KeyActor } from "../identity/actor";
import { isPaymentTest } from "~/lib/payment-test.server";
import type { HeldTerms } from "../bookings/place/held-terms";
import type { WidgetRules } from "../identity/widget-settings";
import { namedHold } from "../seats/visitor-hold.sql.server";
import { useVerificationToken } from "../verification/use-verification-token.server";

/**
 * Books for a website visitor, by the rules of the widget's configuration. Confirmed immediately if
 * nothing is due; a due payment or approval leaves it pending with a hold. Throws not_found,
 * origin_not_allowed, validation_failed, outside_booking_window, slot_unavailable (with
 * alternatives), booking_link_unavailable, price_changed.
 */
export async function createWidgetBooking(
  caller: KeyActor,
  input: NewWidgetBooking,
  ticket: IdempotencyTicket | null,
  address: string | null = null,
): Promise<WidgetBooking> {
  const { actor, wish, rules } = await visitorBooking(caller, input, address);
  return book(actor, wish, rules, ticket, ({ row, requested }): WidgetBooking => {
    const isPaid = row.pending_reason === "payment" || row.pending_reason === "card";
    return {
      booking: publicBooking({ row, requested }),
      manage_url: manageUrl(row.tenant_id, row.id),
      payment: isPaid
        ? { required: true, checkout_url: payUrl(row, input.return_url), session_id: null }
        : null,
    };
  });
}

export const publicBooking = ({ row, requested: { resource, schedule } }: Booked): PublicBooking =>
  toPublicBooking(
    row,
    { id: resource.id, type: resource.type, name: resource.name },
    schedule && { id: schedule.id, name: schedule.name },
    0,
  );

interface VisitorBooking {
  actor: KeyActor;
  wish: BookingWish;
  rules: BookingRules;
}

/**
 * A visitor's booking with the rules of the widget's configuration. Throws not_found,
 * origin_not_allowed, validation_failed, booking_link_unavailable.
 */
export async function visitorBooking(
  caller: KeyActor,
  input: NewWidgetBooking,
  address: string | null = null,
): Promise<VisitorBooking> {
  const link =
    input.booking_link_token === undefined
      ? undefined
      : await openLink(caller.tenant.id, input.booking_link_token);
  const actor = await chooseConfiguration(caller, input.config_id);
  return bookingOf({ ...actor, ...(link !== undefined && { link }) }, input, link, address);
}

/** The same with the configuration that was chosen before. Throws validation_failed. */
export function bookingOf(
  actor: KeyActor,
  input: NewWidgetBooking,
  link?: OpenedLink,
  address: string | null = null,
): VisitorBooking {
  const { configuration } = actor;
  /** With a hold, the form is the one that was shown then. */
  const formOf = (held: HeldTerms | null) => held?.configuration ?? configuration;
  // A honeypot: people leave the hidden field empty.
  if (input.website)
    throw invalidField(
      "website",
      "A hidden field of this form was filled in. Reload the page and fill it in by hand.",
    );
  const target = targetOf(input);
  const wish: BookingWish = {
    target,
    party_size: input.party_size,
    party: input.party,
    expected_amount: input.expected_amount,
    expected_deposit_amount: input.expected_deposit_amount,
    customer: input.customer,
    notes: input.notes ?? null,
    addons: input.addons,
    meta: {},
    source: "widget",
    widget_config_id: configuration.id,
    ...(link !== undefined && { booking_link_id: link.id }),
    override: false,
    ...(input.hold_token !== undefined && { hold: namedHold(actor.key_id, input.hold_token) }),
    pays_later: input.pay_later,
    ...(takesCards(actor) && { card: { agreed: input.card_terms, address } }),
    agrees_to_texts: input.text_reminders ? "guest" : null,
    notify: true,
    corrects_customer: false,
    is_proven: input.verification_token !== undefined, // useVerificationToken rejects an invalid one
  };
  const rules: BookingRules = {
    mayUseHold: (held) =>
      held.configuration.id === configuration.id && held.booking_link_id === (link?.id ?? null),
    check: (requested, held, partySize) => {
      checkLink(link, requested);
      checkForm(actor, formOf(held), input);
      if (held !== null) return;
      checkTarget(target, requested);
      if (!isOfferedByKey(actor, requested)) throw new UnofferedTime(null);
      checkParty(requested, partySize);
      checkWindow(requested);
    },
    mayShow: (near) => isOfferedByKey(actor, near),
    answers: (requested, held) => {
      const { questions, terms_url } = formOf(held);
      const all = questionsFor(questions, requested.schedule?.questions ?? []);
      return [...checkAnswers(all, input.answers), ...agreedTerms(terms_url)];
    },
    before: (held) => {
      const { verification } = formOf(held);
      const { verification_token } = input;
      if (verification === "off" && verification_token === undefined) return null;
      const { email, phone = null } = input.customer;
      const given = { verification_token, email, phone };
      // Without required verification, it is still needed once unverified bookings have reached
      // their limit.
      const mode = verification === "off" ? "email" : verification;
      return (db) => useVerificationToken(db, actor, mode, given);
    },
    due: (requested, _held, price) => dueOf(actor, requested, price, input.pay_later),
  };
  return { actor, wish, rules };
}

/**
 * Throws booking_link_unavailable, validation_failed (it opens another service). Whether a use is
 * left is checked when the booking is placed.
 */
function checkLink(link: OpenedLink | undefined, { schedule }: RequestedSlot): void {
  if (link === undefined) return;
  if (schedule?.id !== link.schedule_id)
    throw invalidField(
      "booking_link_token",
      "This link is for another service. Book without it.",
      "contradiction",
    );
  if (link.state !== "active") throw linkUnavailable(link.state);
}

/** Checks the form's fields besides the questions. Throws validation_failed. */
function checkForm(
  { configuration, allowed_origins }: KeyActor,
  form: WidgetRules,
  input: NewWidgetBooking,
): void {
  const { steps, payment, terms_url } = form;
  if (steps.phone === "required" && !input.customer.phone)
    throw invalidField("customer.phone", "Give a phone number.", "required");
  if (steps.notes === "required" && !input.notes)
    throw invalidField("notes", "Tell the company what it should know.", "required");
  if (terms_url !== null && !input.terms_accepted)
    throw invalidField("terms_accepted", "Agree to the terms to go on.", "required");
  if (input.pay_later && payment !== "optional")
    throw invalidField("pay_later", "Paying later is not possible here.", "not_enabled");
  if (input.return_url === undefined) return;
  if (
    !isAllowedOrigin(
      [allowed_origins, configuration.allowed_origins],
      new URL(input.return_url).origin,
    )
  )
    throw invalidField("return_url", "Use an address on a website that this key allows.");
}

/** An id that no question can have. */
const TERMS_ID = "terms.accepted";

/**
 * Stores the visitor's consent with their answers, with the URL of the terms; without consent
 * nothing is booked (checkForm).
 */
function agreedTerms(termsUrl: string | null): BookingAnswer[] {
  return termsUrl === null ? [] : [{ question_id: TERMS_ID, value: true, label: termsUrl }];
}

/** A test books without money or a card, unless the provider is a stand-in. */
const takesCards = (actor: KeyActor): boolean => isLiveMode(actor) || isPaymentTest();

/** The amount due now: none from a guest who pays at the company, and no real money for a test. */
function dueOf(
  actor: KeyActor,
  { schedule }: RequestedSlot,
  price: number | null,
  payLater: boolean,
): Due | null {
  const paysNothingNow = payLater || !takesCards(actor);
  const card_on_file = takesCards(actor) ? schedule?.card_on_file : null;
  return dueFor(
    schedule && {
      ...schedule,
      requires_payment: schedule.requires_payment && !paysNothingNow,
      card_on_file: card_on_file ?? null,
    },
    price,
    actor.tenant.policy,
  );
}
