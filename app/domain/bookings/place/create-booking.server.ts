import type { NewBooking } from "~/contract/booking-inputs";
import type { AssignedBecause, Booking } from "~/contract/bookings";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { pool, type Sql } from "~/lib/db.server";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { findCustomer, isHiddenGuest } from "../../customers/list-customers.sql.server";
import {
  hasRole,
  mayUseResource,
  seesContacts,
  seesSensitive,
  type StaffActor,
} from "../../identity/actor";
import { describeAnswers } from "./answers";
import { book, type BookingRules } from "./book.server";
import { toBooking } from "../read/booking-row";
import { approvalDue } from "./new-booking";
import { checkParty, checkTarget } from "./requested-slot";
import type { BookingRequest, BookingWish } from "./place-booking.server";
import { type SlotTarget, targetOf } from "./slot-target";
import { UnofferedTime } from "./unoffered-time";

/** Of a booking that was planned before: an import's row, a date of a series, or a visit's part. */
export interface PlannedAs extends Pick<BookingRules, "within"> {
  /** Its ID, fixed with the plan: a repeated attempt is found by it. */
  id: string;
  source?: "import";
  series?: NonNullable<Booking["series"]>;
  visit?: NonNullable<Booking["visit"]>;
  course?: BookingRequest["course"];
  /** The time that was chosen for it, in place of that of the request. */
  target?: SlotTarget;
  /** Why its resource was chosen, if it was for anyone. */
  assigned_because?: AssignedBecause | undefined;
  /** The guest's record, if an earlier booking of the plan has made it. */
  customer_id?: string | undefined;
  /** Runs first in the same transaction. */
  before?: NonNullable<ReturnType<NonNullable<BookingRules["before"]>>>;
}

/**
 * Creates a booking for a guest from the dashboard or with a secret key: confirmed immediately, or
 * with `pending` held until someone approves it. Notice and horizon do not apply to staff.
 * `override` (admin) books over capacity and outside hours, and `price_amount` (admin) replaces the
 * schedule's price; both are audited.
 * Throws not_found, forbidden_role, validation_failed, outside_booking_window, slot_unavailable,
 * price_changed.
 */
export async function createBooking(
  actor: StaffActor,
  input: NewBooking,
  ticket: IdempotencyTicket | null,
  planned?: PlannedAs,
): Promise<Booking> {
  if (input.override && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can book over capacity.");
  if (input.price_amount !== undefined && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can set the price of a booking.");
  const db = planned?.within ?? pool;
  const guest: BookingRequest["customer"] =
    input.customer === undefined
      ? await knownGuest(db, actor, input.customer_id!) // the contract requires one of the two
      : { ...input.customer, ...(planned?.customer_id && { id: planned.customer_id }) };
  const target = planned?.target ?? targetOf(input);
  const request: BookingWish = {
    target,
    party_size: input.party_size,
    party: input.party,
    expected_amount: input.expected_amount,
    expected_deposit_amount: input.expected_deposit_amount,
    customer: guest,
    notes: input.notes ?? null,
    addons: input.addons,
    meta: input.meta,
    id: planned?.id,
    series: planned?.series,
    visit: planned?.visit,
    course: planned?.course,
    ...(planned?.assigned_because && { assigned_because: planned.assigned_because }),
    source: planned?.source ?? (actor.kind === "user" ? "dashboard" : "api"),
    widget_config_id: null,
    override: input.override,
    price_amount: input.price_amount,
    agrees_to_texts: !input.text_reminders ? null : actor.kind === "user" ? "staff" : "api",
    notify: input.notify,
    // A guest named by id is not changed, nor one this caller cannot see.
    corrects_customer:
      guest.id === undefined && !(await isHiddenGuest(db, actor, guest.email ?? null)),
  };
  const rules: BookingRules = {
    check: (requested, _held, partySize) => {
      // The same answer as for a slot that does not exist: resources outside the actor's scope stay
      // hidden.
      if (!mayUseResource(actor, requested.resource.id))
        throw input.slot_id === undefined
          ? notFound("Resource", requested.resource.id)
          : new UnofferedTime(null);
      checkTarget(target, requested);
      if (!input.override) checkParty(requested, partySize);
    },
    mayShow: ({ resource }) => mayUseResource(actor, resource.id),
    answers: ({ schedule }) => describeAnswers(schedule?.questions ?? [], input.answers),
    ...(planned?.before && { before: () => planned.before ?? null }),
    within: planned?.within,
    due: () => (input.status === "pending" ? approvalDue(actor.tenant.policy) : null),
  };
  return book(actor, request, rules, ticket, ({ row }) =>
    toBooking(row, seesContacts(actor), seesSensitive(actor)),
  );
}

/**
 * A customer chosen by id, with the data of their record. Throws not_found, validation_failed
 * (erased).
 */
async function knownGuest(
  db: Sql,
  actor: StaffActor,
  customerId: string,
): Promise<BookingRequest["customer"]> {
  const found = await findCustomer(db, actor, customerId);
  if (found.merged_into !== null) return knownGuest(db, actor, found.merged_into);
  const { id, name, email, phone, locale, time_zone, erased_at } = found;
  if (erased_at !== null)
    throw invalidField("customer_id", "This customer was erased. Enter the guest again.", "erased");
  return { id, name, email, phone, locale, time_zone };
}
