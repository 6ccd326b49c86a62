import sql from "sql-template-tag";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { isConstraint, pool, type Sql, transaction } from "~/lib/db.server";
import type { EventType } from "./event-body";
import { type Actor, type CustomerActor, mayUseResource, type Tenant } from "../identity/actor";
import { claimSeats, releaseSeats, type SeatClaim, slotUnavailable } from "../seats/claim-seats.server";
import { type LockedResource, lockResource } from "../seats/lock-resource.server";
import { versionConflict, writeEvents } from "./apply-transition.server";
import type { BookingRow } from "./booking-row";
import { expireHolds } from "./expire-holds.server";
import { findAlternatives } from "./find-alternatives.server";
import { findOffer, type OfferTarget } from "./find-offer.server";
import { type LoadedBooking, loadBooking } from "./load-booking.sql.server";
import { checkParty, checkWindow, type Offer } from "./offer";
import { offerFreedSeats } from "./offer-freed-seats.server";

export interface Move {
  target: OfferTarget;
  party_size?: number | undefined;
  version?: number | undefined;
  override?: boolean;
  /** false: the guest is not mailed about it. */
  notify?: boolean | undefined;
}

const MOVABLE = ["pending", "confirmed", "paid"];

/**
 * Moves a booking to another time, resource or party size: the same id, its claims exchanged in one transaction, the price it was
 * agreed at kept. Guests may move inside their window and only to what is offered. `inside` may change the row before the event tells of it.
 * Throws not_found, invalid_transition, version_conflict, hold_expired, slot_unavailable (with alternatives),
 * outside_booking_window, cancellation_window_passed.
 */
export async function moveBooking(
  actor: Actor,
  id: string,
  move: Move,
  inside: (db: Sql, row: BookingRow) => Promise<void> = async () => undefined,
): Promise<BookingRow> {
  const { offer } = await findOffer(pool, actor.tenant.id, move.target, null);
  try {
    return await transaction(async (db) => {
      const seen = await loadBooking(db, actor.tenant.id, id, false);
      const lock = await lockBoth(db, seen.row, offer);
      const loaded = await loadBooking(db, actor.tenant.id, id, true);
      checkMove(actor, loaded.row, move, offer, lock.to.db_now);
      if (lock.to.has_lapsed) await expireHolds(db, actor.tenant, offer.resource.id, lock.to);
      const row = movedRow(loaded.row, move, offer, lock.to.db_now);
      await exchangeClaims(db, actor.tenant, loaded.row, row, offer, move.override ?? false, lock);
      await updateBooking(db, row, loaded.row.version);
      const resource = { id: offer.resource.id, type: offer.resource.type, name: offer.resource.name };
      await inside(db, row);
      await writeEvents(db, actor, { ...loaded, row, resource }, [eventOf(loaded, row)], loaded.row, move.notify);
      return row;
    });
  } catch (error) {
    const refusal = isConstraint(error, "claim_no_overlap") ? slotUnavailable("full") : error;
    if (!(refusal instanceof AppError) || refusal.code !== "slot_unavailable") throw refusal;
    const alternatives = await findAlternatives(actor.tenant.id, offer, move.party_size ?? 1);
    throw new AppError("slot_unavailable", refusal.message, { details: { ...refusal.extra.details, alternatives } });
  }
}

interface Locks {
  from: LockedResource;
  to: LockedResource;
}

/** Both resources in the order of their ids, so that two moves in opposite directions do not wait for each other. */
async function lockBoth(db: Sql, row: BookingRow, offer: Offer): Promise<Locks> {
  const { tenant_id } = row;
  const from = { tenant_id, resource_id: row.resource_id, occupies_from: row.starts_at, occupies_to: row.ends_at };
  const { occupies_from, occupies_to } = offer;
  const to = { tenant_id, resource_id: offer.resource.id, occupies_from, occupies_to };
  if (from.resource_id === to.resource_id) {
    const lock = await lockResource(db, to);
    return { from: lock, to: lock };
  }
  if (from.resource_id < to.resource_id) {
    const first = await lockResource(db, from);
    return { from: first, to: await lockResource(db, to) };
  }
  const first = await lockResource(db, to);
  return { from: await lockResource(db, from), to: first };
}

function checkMove(actor: Actor, row: BookingRow, move: Move, offer: Offer, now: Date): void {
  // The same answer as for a slot that does not exist: staff limited to some resources do not see the others.
  if (!mayUseResource(actor, offer.resource.id)) throw notFound();
  if (move.version !== undefined && move.version !== row.version) throw versionConflict();
  if (!MOVABLE.includes(row.status))
    throw new AppError("invalid_transition", `A booking that is ${row.status} cannot be moved.`, {
      details: { allowed: [] },
    });
  if (row.expires_at !== null && row.expires_at <= now)
    throw new AppError("hold_expired", "The hold of this booking has ended; its seat is free again.");
  if (!move.override) checkParty(offer, move.party_size ?? row.party_size);
  if (actor.kind === "customer") checkGuestMove(actor, row, offer, now);
}

function checkGuestMove(actor: CustomerActor, row: BookingRow, offer: Offer, now: Date): void {
  const { policy } = actor.tenant;
  if (actor.booking_id !== row.id) throw new Error("A guest moves his own booking only.");
  if (row.starts_at.getTime() - now.getTime() < policy.reschedule_window_minutes * 60_000)
    throw new AppError("cancellation_window_passed", "It is too late to move this booking. Please contact us.");
  if (row.reschedule_count >= policy.max_reschedules)
    throw new AppError(
      "cancellation_window_passed",
      "This booking has been moved as often as it can be. Please contact us.",
    );
  if (offer.schedule?.id !== (row.schedule_id ?? undefined))
    throw invalidField("slot_id", "That is another kind of booking.");
  checkWindow(offer);
}

function movedRow(before: BookingRow, move: Move, offer: Offer, now: Date): BookingRow {
  const isMoved = before.starts_at.getTime() !== offer.starts_at.getTime() || before.resource_id !== offer.resource.id;
  return {
    ...before,
    resource_id: offer.resource.id,
    resource_name: offer.resource.name,
    schedule_id: offer.schedule?.id ?? before.schedule_id,
    slot_id: offer.slot_id,
    starts_at: offer.starts_at,
    ends_at: offer.ends_at,
    party_size: move.party_size ?? before.party_size,
    reschedule_count: before.reschedule_count + (isMoved ? 1 : 0),
    version: before.version + 1,
    event_count: before.event_count + 1,
    updated_at: now,
  };
}

function eventOf(before: LoadedBooking, row: BookingRow): EventType {
  return row.reschedule_count > before.row.reschedule_count ? "booking.moved" : "booking.updated";
}

async function exchangeClaims(
  db: Sql,
  tenant: Tenant,
  before: BookingRow,
  row: BookingRow,
  offer: Offer,
  override: boolean,
  lock: Locks,
): Promise<void> {
  const released = await releaseSeats(db, row.tenant_id, row.id);
  const claim = newClaim(row, offer, override);
  // A slot that was closed by hand keeps the bookings it has, and their parties may still change.
  await claimSeats(db, row.slot_id === before.slot_id ? { ...claim, slot_id: null } : claim);
  // What became free goes to whoever waits for it, after the mover has his new time.
  if (released !== null) await offerFreedSeats(db, tenant, released, lock.from);
}

function newClaim(row: BookingRow, offer: Offer, override: boolean): SeatClaim {
  const { schedule } = offer;
  return {
    tenant_id: row.tenant_id,
    resource_id: row.resource_id,
    booking_id: row.id,
    occupies_from: offer.occupies_from,
    occupies_to: offer.occupies_to,
    capacity: offer.capacity,
    party_size: row.party_size,
    lapses_at: row.expires_at,
    slot_id: override ? null : row.slot_id,
    daily:
      schedule?.max_per_day != null && !override
        ? {
            schedule_id: schedule.id,
            max: schedule.max_per_day,
            starts_at: row.starts_at,
            time_zone: schedule.time_zone,
          }
        : null,
    over_capacity: override,
  };
}

async function updateBooking(db: Sql, row: BookingRow, version: number): Promise<void> {
  const updated = await db.query(
    sql`update booking set resource_id = ${row.resource_id}, resource_name = ${row.resource_name}, schedule_id = ${row.schedule_id},
        slot_id = ${row.slot_id}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at}, party_size = ${row.party_size},
        reschedule_count = ${row.reschedule_count}, version = ${row.version}, event_count = ${row.event_count},
        updated_at = ${row.updated_at}
      where tenant_id = ${row.tenant_id} and id = ${row.id} and version = ${version}`,
  );
  if (updated.rowCount !== 1) throw versionConflict();
}
