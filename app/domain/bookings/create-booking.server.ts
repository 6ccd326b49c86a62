import type { Booking, NewBooking } from "~/contract/bookings";
import { AppError, notFound } from "~/lib/app-error";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { isHiddenGuest } from "../customers/list-customers.server";
import { hasRole, mayUseResource, seesContacts, seesSensitive, type StaffActor } from "../identity/actor";
import { describeAnswers } from "./answers";
import { book, type BookingRules } from "./book.server";
import { toBooking } from "./booking-row";
import { approvalDue } from "./new-booking";
import { checkParty, checkTarget, type Offer } from "./offer";
import type { BookingWish } from "./place-booking.server";

/**
 * Creates a booking for a guest from the dashboard or by a secret key: confirmed at once, or where `pending` is asked for
 * held until someone approves it. Staff need no notice and no horizon; `override` (admin) books over capacity and into closed times, audited.
 * Throws not_found, forbidden_role, validation_failed, outside_booking_window, slot_unavailable.
 */
export async function createBooking(
  actor: StaffActor,
  input: NewBooking,
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  if (input.override && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can book over capacity.");
  const wish: Omit<BookingWish, "answers"> = {
    target: input,
    party_size: input.party_size,
    customer: input.customer,
    notes: input.notes ?? null,
    meta: input.meta,
    source: actor.kind === "user" ? "dashboard" : "api",
    widget_config_id: null,
    override: input.override,
    notify: input.notify,
    // A guest whom this caller does not see is not changed either.
    corrects_customer: !(await isHiddenGuest(actor, input.customer.email)),
  };
  const rules: BookingRules = {
    check: (offer: Offer) => {
      // The same answer as for a slot that does not exist: staff limited to some resources do not see the others.
      if (!mayUseResource(actor, offer.resource.id)) throw notFound();
      checkTarget(input, offer);
      if (!input.override) checkParty(offer, input.party_size);
    },
    answers: ({ schedule }) => describeAnswers(schedule?.questions ?? [], input.answers),
    due: () => (input.status === "pending" ? approvalDue(actor.tenant.policy) : null),
  };
  return book(actor, wish, rules, ticket, ({ row }) => toBooking(row, seesContacts(actor), seesSensitive(actor)));
}
