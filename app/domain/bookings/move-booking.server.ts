import { AppError, notFound } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { type Actor, mayUseResource } from "../identity/actor";
import { findAlternatives } from "./find-alternatives.server";
import { changeBooking } from "./apply-decision.server";
import type { BookingDetails } from "./booking-command";
import type { BookingRow } from "./booking-row";
import { inResourceLine, inTenantLine } from "../seats/booking-lines";
import { isClash, slotUnavailable } from "../seats/claim-seats.server";
import { findOffer, type OfferTarget } from "./find-offer.server";
import { checkTarget, type Offer } from "./offer";
import { withLockedBooking } from "./with-locked-booking.server";

export interface Move {
  target: OfferTarget;
  party_size?: number | undefined;
  version?: number | undefined;
  override?: boolean;
  /** false: the guest is not mailed about it. */
  notify?: boolean | undefined;
  /** What the booking says besides, found or written in the same transaction. */
  details?(db: Sql, row: BookingRow): Promise<BookingDetails>;
}

/**
 * Moves a booking to another time, resource or party size: the same id, its claims exchanged in one transaction, the price per seat it
 * was agreed at kept. Guests may move inside their window and only to what is offered. Where it is already, nothing happens.
 * Throws not_found, invalid_transition, version_conflict, hold_expired, validation_failed, slot_unavailable (with alternatives),
 * outside_booking_window, cancellation_window_passed.
 */
export async function moveBooking(actor: Actor, id: string, move: Move): Promise<BookingRow> {
  if (actor.kind === "customer" && actor.booking_id !== id) throw notFound();
  const tenantId = actor.tenant.id;
  const { offer } = await inTenantLine(tenantId, () => findOffer(pool, tenantId, move.target, null));
  // The same answer as for a slot that does not exist: staff limited to some resources do not see the others.
  if (!mayUseResource(actor, offer.resource.id)) throw notFound();
  checkTarget(move.target, offer);
  try {
    return await inResourceLine(tenantId, offer.resource.id, () =>
      transaction((db) => moveWithin(db, actor, id, move, offer)),
    );
  } catch (error) {
    const refusal = isClash(error) ? slotUnavailable("full") : error;
    if (!(refusal instanceof AppError) || refusal.code !== "slot_unavailable") throw refusal;
    const alternatives = await findAlternatives(tenantId, offer, move.party_size ?? 1);
    throw new AppError("slot_unavailable", refusal.message, { details: { ...refusal.extra.details, alternatives } });
  }
}

function moveWithin(db: Sql, actor: Actor, id: string, move: Move, offer: Offer): Promise<BookingRow> {
  const { occupies_from, occupies_to } = offer;
  const to = { resource_id: offer.resource.id, occupies_from, occupies_to };
  return withLockedBooking(db, actor, id, { to, lapsed: "end_others" }, async (booking) => {
    const { party_size, override = false, version, notify } = move;
    const details = (await move.details?.(db, booking.loaded.row)) ?? {};
    const command = {
      type: "move",
      offer,
      override,
      details,
      ...(party_size !== undefined && { party_size }),
    } as const;
    return changeBooking(db, actor, booking, command, { version, notify });
  });
}
