import { type Sql } from "~/lib/db.server";
import { AppError } from "~/lib/app-error";
import type { SystemActor } from "../identity/actor";
import { claimSeats, releaseSeats } from "../seats/claim-seats.server";
import { type LockedResource, lockResource } from "../seats/lock-resource.server";
import { applyTransition, eventsOf } from "./apply-transition.server";
import type { BookingRow } from "./booking-row";
import { mayMove } from "./booking-status";
import { expireHolds } from "./expire-holds.server";
import { type LoadedBooking, loadBooking } from "./load-booking.sql.server";

/**
 * A payment has come in: the booking becomes paid. One whose hold had ended gets its seats back if they are still free, through the
 * same door as everybody else; if not it stays expired and the money goes back. Runs in the caller's transaction.
 * Throws not_found, invalid_transition, slot_unavailable (the caller refunds).
 */
export async function payBooking(db: Sql, actor: SystemActor, id: string): Promise<BookingRow> {
  const seen = await loadBooking(db, actor.tenant.id, id, false);
  const { tenant_id, resource_id, starts_at, ends_at } = seen.row;
  const at = { tenant_id, resource_id, occupies_from: starts_at, occupies_to: ends_at };
  const lock = await lockResource(db, at);
  const loaded = await loadBooking(db, actor.tenant.id, id, true);
  const { status, expires_at } = loaded.row;
  if (status === "paid") return loaded.row;
  // A refunded booking becomes paid again only when its refund fails, never by another payment.
  if (status === "refunded" || !mayMove(status, "paid", "system", false))
    throw new AppError("invalid_transition", `A booking that is ${status} cannot be paid.`, {
      details: { allowed: [] },
    });
  if (lock.has_lapsed) await expireHolds(db, actor.tenant, resource_id, lock);
  const hasLapsed = status === "expired" || (expires_at !== null && expires_at <= lock.db_now);
  const current = hasLapsed ? await loadBooking(db, actor.tenant.id, id, true) : loaded;
  if (hasLapsed) await claimAgain(db, current, lock);
  const change = { status: "paid", payment_status: "paid" } as const;
  return applyTransition(db, actor, current, change, eventsOf(current.row.status, "paid"), lock, lock.db_now);
}

/** The seats of a booking whose hold ended, over the time its slot claims now (or its own, when the slot is gone). */
async function claimAgain(db: Sql, { row }: LoadedBooking, lock: LockedResource): Promise<void> {
  await releaseSeats(db, row.tenant_id, row.id);
  const found = await db.query<{ occupies_from: Date; occupies_to: Date; capacity: number }>(
    `select s.occupies_from, s.occupies_to, s.capacity from slot s where s.tenant_id = $1 and s.id = $2 and s.starts_at = $3`,
    [row.tenant_id, row.slot_id, row.starts_at],
  );
  const slot = found.rows[0] ?? { occupies_from: row.starts_at, occupies_to: row.ends_at, capacity: lock.capacity };
  const { tenant_id, resource_id, party_size } = row;
  const claim = { tenant_id, resource_id, booking_id: row.id, ...slot, party_size };
  await claimSeats(db, { ...claim, lapses_at: null, slot_id: null, daily: null, over_capacity: false });
}
