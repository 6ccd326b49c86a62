import type { Booking, CustomerInput } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import { newReference } from "~/lib/crypto.server";
import { isConstraint, transaction } from "~/lib/db.server";
import { type IdempotencyTicket, lostTicketRace } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { makeEvent, type NewEvent } from "../events/event-body";
import type { Actor } from "../identity/actor";
import { findAlternatives } from "../slots/find-alternatives.sql.server";
import type { BookingRow } from "./booking-row";
import { claimSeats, lockResource, type SeatClaim, slotUnavailable } from "./claim-seats.sql.server";
import { insertAnswer, insertBooking, insertCustomer, insertEvents, updateCustomer } from "./booking-parts.sql";
import { expireHolds } from "./expire-holds.server";
import { findOffer, type KnownCustomer, type OfferTarget } from "./find-offer.sql.server";
import { manageUrl } from "./manage-link.server";
import type { GivenAnswer, Offer } from "./offer";

/** One wish to book, whoever has it. */
export interface BookingWish {
  target: OfferTarget;
  party_size: number;
  customer: CustomerInput;
  notes: string | null;
  answers: GivenAnswer[];
  meta: Booking["meta"];
  source: Booking["source"];
  widget_config_id: string | null;
  override: boolean;
  /** Staff's entry corrects the customer's record; a stranger who knows the address must not. */
  corrects_customer: boolean;
}

/** What stands between the booking and "confirmed"; null reason and a hold of null minutes: pending until someone decides. */
export interface Due {
  pending_reason: Booking["pending_reason"];
  hold_minutes: number | null;
}

export interface Booked {
  row: BookingRow;
  offer: Offer;
}

export interface BookingRules {
  /** Throws what refuses this wish for this offer; `now` is epoch ms by the database's clock. */
  check(offer: Offer, now: number): void;
  /** null: nothing is due, confirm in the same transaction. */
  due(offer: Offer): Due | null;
}

/**
 * Books: the one use case behind the dashboard, the widget and the API. Finds the offer, checks it, then in one transaction locks the
 * resource, claims the seats and writes booking, claims, customer, events and the caller's Idempotency-Key.
 * Throws not_found, validation_failed, outside_booking_window, slot_unavailable (with up to 3 alternatives).
 */
export async function book<T>(
  actor: Actor,
  wish: BookingWish,
  rules: BookingRules,
  ticket: IdempotencyTicket | null,
  present: (booked: Booked) => T,
): Promise<T> {
  const tenantId = actor.tenant.id;
  for (let attempt = 1; ; attempt++) {
    const { offer, customer } = await findOffer(tenantId, wish.target, wish.customer.email);
    try {
      return await bookOffer(actor, wish, rules, ticket, present, offer, customer);
    } catch (error) {
      // Someone else made the customer, took the reference or ran with the same key in between: look again.
      const metAnother =
        lostTicketRace(error) ||
        isConstraint(error, "booking_tenant_id_customer_id_fkey") ||
        isConstraint(error, "booking_tenant_id_reference_key");
      if (metAnother && attempt < 3) continue;
      // The constraint refused what the lock should have kept out: still one seat, one booking.
      const refusal = isConstraint(error, "claim_no_overlap") ? slotUnavailable("full") : error;
      throw await withAlternatives(refusal, tenantId, offer, wish.party_size);
    }
  }
}

async function bookOffer<T>(
  actor: Actor,
  wish: BookingWish,
  rules: BookingRules,
  ticket: IdempotencyTicket | null,
  present: (booked: Booked) => T,
  offer: Offer,
  customer: KnownCustomer | null,
): Promise<T> {
  return transaction(async (db) => {
    const at = { ...offer, tenant_id: actor.tenant.id, resource_id: offer.resource.id };
    const lock = await lockResource(db, at, ticket);
    // After the lock, because a stored answer comes first: the same call again is not refused because time has passed since.
    rules.check(offer, lock.db_now.getTime());
    if (lock.has_lapsed) await expireHolds(db, actor.tenant, at.resource_id, lock);
    const due = rules.due(offer);
    const row = newRow(actor, wish, offer, customer, due, lock.db_now);
    const claim = seatClaim(row, wish, offer);
    const result = present({ row, offer });
    const events = firstEvents(row, offer, wish.customer, due === null);
    await claimSeats(db, claim, lock, [
      ...(customer === null
        ? [insertCustomer(row, wish.customer)]
        : wish.corrects_customer
          ? [updateCustomer(row, wish.customer)]
          : []),
      insertBooking(row),
      insertEvents(row, events, actor),
      ...(ticket === null ? [] : [insertAnswer(ticket, result)]),
    ]);
    return result;
  });
}

function newRow(
  actor: Actor,
  wish: BookingWish,
  offer: Offer,
  customer: KnownCustomer | null,
  due: Due | null,
  now: Date,
): BookingRow {
  const price = offer.price_amount === null ? null : offer.price_amount * wish.party_size;
  if (price !== null && price > 99_999_999)
    throw invalidField("party_size", "This comes to more than can be charged at once.");
  return {
    tenant_id: actor.tenant.id,
    id: newId(),
    reference: newReference(),
    resource_id: offer.resource.id,
    resource_name: offer.resource.name,
    schedule_id: offer.schedule?.id ?? null,
    slot_id: offer.slot_id,
    status: due === null ? "confirmed" : "pending",
    pending_reason: due?.pending_reason ?? null,
    expires_at: due?.hold_minutes ? new Date(now.getTime() + due.hold_minutes * 60_000) : null,
    payment_status: "none",
    starts_at: offer.starts_at,
    ends_at: offer.ends_at,
    time_zone: wish.customer.time_zone ?? customer?.time_zone ?? actor.tenant.time_zone,
    party_size: wish.party_size,
    customer_id: customer?.id ?? newId(),
    customer_name: wish.customer.name,
    customer_email: wish.customer.email,
    customer_phone: wish.customer.phone ?? null,
    price_amount: price,
    currency: price === null ? null : (offer.currency ?? actor.tenant.currency),
    notes: wish.notes,
    answers: wish.answers,
    source: wish.source,
    widget_config_id: wish.widget_config_id,
    meta: wish.meta,
    cancelled_by: null,
    cancel_reason_code: null,
    cancel_reason: null,
    reschedule_count: 0,
    version: 1,
    event_count: due === null ? 2 : 1,
    created_at: now,
    updated_at: now,
  };
}

function seatClaim(row: BookingRow, wish: BookingWish, offer: Offer): SeatClaim {
  const { schedule } = offer;
  const isLimited = schedule?.max_per_day != null && !wish.override;
  return {
    tenant_id: row.tenant_id,
    resource_id: row.resource_id,
    booking_id: row.id,
    occupies_from: offer.occupies_from,
    occupies_to: offer.occupies_to,
    capacity: offer.capacity,
    party_size: row.party_size,
    lapses_at: row.expires_at,
    slot_id: wish.override ? null : row.slot_id,
    daily: isLimited
      ? {
          schedule_id: schedule.id,
          max: schedule.max_per_day!,
          starts_at: row.starts_at,
          time_zone: schedule.time_zone,
        }
      : null,
    over_capacity: wish.override,
  };
}

/** created, and confirmed in the same breath where nothing is due: sequence 1 and 2. */
function firstEvents(row: BookingRow, offer: Offer, customer: CustomerInput, isConfirmed: boolean): NewEvent[] {
  const source = (status: BookingRow["status"]) => ({
    booking: { ...row, status },
    resource: { id: offer.resource.id, type: offer.resource.type, name: offer.resource.name },
    customer: { locale: customer.locale ?? null, time_zone: customer.time_zone ?? null },
    manage_url: manageUrl(row.tenant_id, row.id),
  });
  const created = makeEvent("booking.created", 1, row.created_at, source("pending"), null);
  if (!isConfirmed) return [created];
  const before = { status: "pending", starts_at: row.starts_at };
  return [created, makeEvent("booking.confirmed", 2, row.created_at, source("confirmed"), before)];
}

async function withAlternatives(error: unknown, tenantId: string, offer: Offer, partySize: number): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "slot_unavailable") return error;
  const alternatives = await findAlternatives(tenantId, offer, partySize);
  return new AppError("slot_unavailable", error.message, { details: { ...error.extra.details, alternatives } });
}
