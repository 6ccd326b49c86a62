import type { Booking, StatusChange } from "~/contract/bookings";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { type Sql } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { writeAudit } from "../audit/write-audit.server";
import { hasRole, mayUseResource, seesContacts, type StaffActor } from "../identity/actor";
import { holdsSeats } from "../seats/live-statuses";
import { type LockedResource, lockResource } from "../seats/lock-resource.server";
import { applyTransition, type Change, eventsOf, versionConflict } from "./apply-transition.server";
import { type BookingRow, toBooking } from "./booking-row";
import { allowedStatuses, mayMove, type Mover } from "./booking-status";
import { type LoadedBooking, loadBooking } from "./load-booking.sql.server";

const WEEK = 7 * 86_400_000;

/**
 * Moves a booking to another status for someone who works for the tenant. The same status again answers the booking as it is.
 * Throws not_found, invalid_transition (with `allowed`), version_conflict, hold_expired.
 */
export async function changeBookingStatus(
  actor: StaffActor,
  id: string,
  input: StatusChange,
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  return idempotentTransaction(ticket, async (db) => {
    const seen = await loadBooking(db, actor.tenant.id, id, false);
    if (!mayUseResource(actor, seen.row.resource_id)) throw notFound();
    // Resource first, booking second: the order in which every transaction takes its locks.
    const lock = needsLock(seen.row, input) ? await lockFor(db, seen.row) : null;
    const loaded = await loadBooking(db, actor.tenant.id, id, true);
    const now = await databaseNow(db, lock);
    checkChange(actor, loaded, input, now);
    if (loaded.row.status === input.status) return toBooking(loaded.row, seesContacts(actor));
    const row = await applyTransition(
      db,
      actor,
      loaded,
      changeOf(input, loaded.row),
      eventsOf(loaded.row.status, input.status),
      lock,
      now,
    );
    await writeAudit(db, actor, {
      action: `booking.${input.status}`,
      entity: "booking",
      entity_id: id,
      diff: { status: [loaded.row.status, row.status] },
    });
    return toBooking(row, seesContacts(actor));
  });
}

function needsLock(row: BookingRow, input: StatusChange): boolean {
  return row.status === "pending" || (holdsSeats(row.status) && !holdsSeats(input.status));
}

/** null when the resource was deleted: its claims went with it, so there are no seats to give back. */
async function lockFor(db: Sql, row: BookingRow): Promise<LockedResource | null> {
  const { tenant_id, resource_id, starts_at, ends_at } = row;
  return lockResource(db, { tenant_id, resource_id, occupies_from: starts_at, occupies_to: ends_at }).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

async function databaseNow(db: Sql, lock: LockedResource | null): Promise<Date> {
  if (lock !== null) return lock.db_now;
  const result = await db.query<{ now: Date }>("select clock_timestamp() as now");
  return result.rows[0]!.now; // a select without a table has one row
}

function checkChange(actor: StaffActor, { row }: LoadedBooking, input: StatusChange, now: Date): void {
  if (input.version !== undefined && input.version !== row.version) throw versionConflict();
  if (row.status === input.status) return;
  const mover: Mover = hasRole(actor, "admin") ? "admin" : "staff";
  if (!mayMove(row.status, input.status, mover, input.payment_method === "offline")) {
    const allowed = allowedStatuses(row.status, mover);
    throw new AppError("invalid_transition", `A booking that is ${row.status} cannot become ${input.status}.`, {
      details: { allowed },
    });
  }
  if (input.status === "no_show" && row.starts_at > now)
    throw invalidField("status", "A no-show can be recorded from the start on.", "too_early");
  const isCorrection = row.status === "completed" || row.status === "no_show";
  if (isCorrection && input.status !== "refunded" && now.getTime() - row.ends_at.getTime() > WEEK)
    throw new AppError("invalid_transition", "This can be corrected for seven days.", { details: { allowed: [] } });
  if (row.status === "pending" && input.status !== "cancelled" && row.expires_at !== null && row.expires_at <= now)
    throw new AppError("hold_expired", "The hold of this booking has ended; its seat is free again.");
}

function changeOf(input: StatusChange, row: BookingRow): Change {
  const change: Change = { status: input.status, notify: input.notify };
  if (input.status === "paid") change.payment_status = "paid";
  if (input.status !== "cancelled") return change;
  return {
    ...change,
    payment_status: row.payment_status,
    cancelled_by: "staff",
    cancel_reason_code: input.reason_code ?? null,
    cancel_reason: input.reason ?? null,
  };
}
