import type { NewWidgetBooking, WidgetBooking } from "~/contract/bookings";
import { invalidField } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { allowsOrigin } from "../api-keys/origins";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import type { KeyActor } from "../identity/actor";
import { useVerificationToken } from "../verification/use-verification-token.server";
import { book, type Booked, type BookingRules } from "../bookings/book.server";
import { toPublicBooking } from "../bookings/booking-row";
import { manageUrl } from "../bookings/manage-link.server";
import { payUrl } from "../bookings/pay-link.server";
import { dueFor } from "../bookings/new-booking";
import { checkAnswers, checkParty, checkTarget, checkWindow, type Offer } from "../bookings/offer";
import { slotUnavailable } from "../seats/claim-seats.server";
import type { BookingWish } from "../bookings/place-booking.server";

/**
 * Books for a visitor of a website. Confirmed at once where nothing is due; a payment or an approval that is due leaves it pending
 * with a hold. Throws not_found, validation_failed, outside_booking_window, slot_unavailable (with alternatives).
 */
export async function createWidgetBooking(
  actor: KeyActor,
  input: NewWidgetBooking,
  ticket: IdempotencyTicket | null,
): Promise<WidgetBooking> {
  // A person leaves the hidden field empty. The answer says no more than a wrong field would.
  if (input.website) throw invalidField("website", "Leave this empty.");
  const returnOrigin = input.return_url === undefined ? env.BASE_URL : new URL(input.return_url).origin;
  if (returnOrigin !== env.BASE_URL && !allowsOrigin(actor.allowed_origins, returnOrigin))
    throw invalidField("return_url", "Use an address on a website that this key allows.");
  const wish: BookingWish = {
    target: input,
    party_size: input.party_size,
    customer: input.customer,
    notes: input.notes ?? null,
    answers: input.answers,
    meta: {},
    source: "widget",
    widget_config_id: actor.widget_config_id,
    override: false,
    notify: true,
    corrects_customer: false,
  };
  const rules: BookingRules = {
    check: (offer) => {
      checkTarget(input, offer);
      checkPayable(actor, offer);
      checkParty(offer, input.party_size);
      checkAnswers(offer.schedule?.questions ?? [], input.answers);
      checkWindow(offer);
    },
    due: ({ schedule, price_amount }) => dueFor(schedule, price_amount, actor.tenant.policy),
  };
  if (actor.verification !== "off") {
    const { email, phone = null } = input.customer;
    const given = { verification_token: input.verification_token, email, phone };
    rules.before = (db) => useVerificationToken(db, actor, actor.verification, given);
  }
  const present = ({ row, offer }: Booked): WidgetBooking => {
    const isPaid = row.pending_reason === "payment";
    const { resource, schedule } = offer;
    return {
      booking: toPublicBooking(
        row,
        { id: resource.id, type: resource.type, name: resource.name },
        schedule && { id: schedule.id, name: schedule.name },
      ),
      manage_url: manageUrl(row.tenant_id, row.id),
      payment: isPaid ? { required: true, checkout_url: payUrl(row, input.return_url), session_id: null } : null,
    };
  };
  return book(actor, wish, rules, ticket, present);
}

/** What has to be paid is offered online only where somebody can be paid. Throws slot_unavailable. */
function checkPayable({ tenant }: KeyActor, { schedule, price_amount }: Offer): void {
  if (schedule?.requires_payment && price_amount && !tenant.takes_payments) throw slotUnavailable("closed");
}
