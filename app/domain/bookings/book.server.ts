import { AppError } from "~/lib/app-error";
import { isConstraint, pool, type Sql, transaction } from "~/lib/db.server";
import { type IdempotencyTicket, lostTicketRace } from "~/lib/idempotency.server";
import type { Actor } from "../identity/actor";
import { findAlternatives } from "../slots/find-alternatives.sql.server";
import { insertAnswer } from "./booking-parts.sql";
import type { BookingRow } from "./booking-row";
import { claimAtOnce, claimSeats, lockResource, slotUnavailable } from "./claim-seats.sql.server";
import { expireHolds } from "./expire-holds.server";
import { findOffer, type KnownCustomer } from "./find-offer.sql.server";
import type { Offer } from "./offer";
import { type BookingWish, type Due, newRow, placementOf } from "./place-booking.server";

export interface Booked {
  row: BookingRow;
  offer: Offer;
}

export interface BookingRules {
  /** Throws what refuses this wish for this offer; `now` is epoch ms by the database's clock. */
  check(offer: Offer, now: number): void;
  /** What the same transaction must do first, and undo when the booking fails. */
  before?(db: Sql): Promise<void>;
  /** null: nothing is due, confirm in the same transaction. */
  due(offer: Offer): Due | null;
}

/**
 * Books: the one use case behind the dashboard, the widget and the API. Finds the offer, checks it, then in one transaction locks the
 * resource, claims the seats and writes booking, claims, customer, events and the caller's Idempotency-Key: in one trip where nothing
 * has to be decided on the way, step by step where something has. `db` may hold what offerStatement reads.
 * Throws not_found, validation_failed, outside_booking_window, slot_unavailable (with up to 3 alternatives).
 */
export async function book<T>(
  actor: Actor,
  wish: BookingWish,
  rules: BookingRules,
  ticket: IdempotencyTicket | null,
  present: (booked: Booked) => T,
  db: Sql = pool,
): Promise<T> {
  const tenantId = actor.tenant.id;
  for (let attempt = 1; ; attempt++) {
    const found = await findOffer(db, tenantId, wish.target, wish.customer.email);
    const request = { actor, wish, rules, ticket, present, ...found };
    try {
      const booked = isPlain(request) ? await bookAtOnce(request) : null;
      return booked === null ? await bookStepwise(request) : booked.result;
    } catch (error) {
      // Someone else made the customer, took the reference or ran with the same key in between: look again.
      const metAnother =
        lostTicketRace(error) ||
        isConstraint(error, "booking_tenant_id_customer_id_fkey") ||
        isConstraint(error, "booking_tenant_id_reference_key");
      if (metAnother && attempt < 3) continue;
      // The constraint refused what the lock should have kept out: still one seat, one booking.
      const refusal = isConstraint(error, "claim_no_overlap") ? slotUnavailable("full") : error;
      throw await withAlternatives(refusal, tenantId, found.offer, wish.party_size);
    }
  }
}

interface BookingRequest<T> {
  actor: Actor;
  wish: BookingWish;
  rules: BookingRules;
  ticket: IdempotencyTicket | null;
  present: (booked: Booked) => T;
  offer: Offer;
  customer: KnownCustomer | null;
  db_now: Date;
}

/** Whether nothing has to be asked or done between lock and claim. */
function isPlain<T>({ rules, offer, db_now }: BookingRequest<T>): boolean {
  if (rules.before !== undefined) return false;
  try {
    rules.check(offer, db_now.getTime());
    return true;
  } catch {
    return false; // to be refused, unless the same call was answered before: bookStepwise knows
  }
}

/** The booking with its answer for the Idempotency-Key, and what its caller is told. */
function draft<T>({ actor, wish, rules, ticket, present, offer, customer }: BookingRequest<T>, now: Date) {
  const row = newRow(actor, wish, offer, customer, rules.due(offer), now);
  const result = present({ row, offer });
  const { claim, also } = placementOf(actor, wish, offer, row, customer);
  return { claim, result, also: ticket === null ? also : [...also, insertAnswer(ticket, result)] };
}

/** All in one trip; null when that was not enough to decide, and nothing was changed. */
async function bookAtOnce<T>(request: BookingRequest<T>): Promise<{ result: T } | null> {
  const { claim, also, result } = draft(request, request.db_now);
  return (await claimAtOnce(claim, request.ticket, also)) ? { result } : null;
}

async function bookStepwise<T>(request: BookingRequest<T>): Promise<T> {
  const { actor, rules, ticket, offer } = request;
  return transaction(async (db) => {
    const at = { ...offer, tenant_id: actor.tenant.id, resource_id: offer.resource.id };
    const lock = await lockResource(db, at, ticket);
    // After the lock, because a stored answer comes first: the same call again is not refused because time has passed since.
    rules.check(offer, lock.db_now.getTime());
    await rules.before?.(db);
    if (lock.has_lapsed) await expireHolds(db, actor.tenant, at.resource_id, lock);
    const { claim, also, result } = draft(request, lock.db_now);
    await claimSeats(db, claim, lock, also);
    return result;
  });
}

async function withAlternatives(error: unknown, tenantId: string, offer: Offer, partySize: number): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "slot_unavailable") return error;
  const alternatives = await findAlternatives(tenantId, offer, partySize);
  return new AppError("slot_unavailable", error.message, { details: { ...error.extra.details, alternatives } });
}
