import sql from "sql-template-tag";
import type { Booking, BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { type Sql } from "~/lib/db.server";
import { type EventType, makeEvent } from "./event-body";
import type { Actor, Tenant } from "../identity/actor";
import { releaseSeats } from "../seats/claim-seats.server";
import { holdsSeats } from "../seats/live-statuses";
import type { LockedResource } from "../seats/lock-resource.server";
import type { BookingRow } from "./booking-row";
import { insertEvents } from "./insert-events.server";
import type { LoadedBooking } from "./load-booking.sql.server";
import { manageUrl } from "./manage-link.server";
import { offerFreedSeats } from "./offer-freed-seats.server";

export interface Change {
  status: BookingStatus;
  cancelled_by?: Booking["cancelled_by"];
  cancel_reason_code?: string | null;
  cancel_reason?: string | null;
  payment_status?: Booking["payment_status"];
  /** false: the guest is not mailed about it. */
  notify?: boolean;
}

/** The events that entering a status makes, in order; paid implies confirmed when that was never said. */
export function eventsOf(from: BookingStatus, to: BookingStatus): EventType[] {
  if (to === "confirmed") return ["booking.confirmed"];
  if (to === "paid")
    return from === "pending" || from === "expired" ? ["booking.confirmed", "booking.paid"] : ["booking.paid"];
  if (to === "cancelled" || to === "expired") return ["booking.cancelled"];
  if (to === "completed") return ["booking.completed"];
  if (to === "no_show") return ["booking.no_show"];
  return [];
}

/**
 * Moves a booking to another status inside the caller's transaction: compare-and-swap on its version, seats given back when it no
 * longer holds any (`lock` is the resource's, needed for that), events written. The caller has checked that the move is allowed.
 * Returns the new row. Throws version_conflict when someone else changed it in between.
 */
export async function applyTransition(
  db: Sql,
  actor: Actor,
  loaded: LoadedBooking,
  { notify = true, ...change }: Change,
  events: EventType[],
  lock: LockedResource | null,
  now: Date,
): Promise<BookingRow> {
  const before = loaded.row;
  const row: BookingRow = {
    ...before,
    ...change,
    pending_reason: null,
    expires_at: null,
    version: before.version + 1,
    event_count: before.event_count + events.length,
    updated_at: now,
  };
  const updated = await db.query(
    sql`update booking set status = ${row.status}, pending_reason = null, expires_at = null, payment_status = ${row.payment_status},
        cancelled_by = ${row.cancelled_by}, cancel_reason_code = ${row.cancel_reason_code}, cancel_reason = ${row.cancel_reason},
        version = ${row.version}, event_count = ${row.event_count}, updated_at = ${now}
      where tenant_id = ${row.tenant_id} and id = ${row.id} and version = ${before.version}`,
  );
  if (updated.rowCount !== 1) throw versionConflict();
  await settleOffer(db, row);
  await writeEvents(db, actor, { ...loaded, row }, events, before, notify);
  if (holdsSeats(before.status) && !holdsSeats(row.status)) await giveBack(db, actor.tenant, row, lock);
  else if (before.expires_at !== null) await keepSeats(db, row);
  return row;
}

export function versionConflict(): AppError {
  return new AppError("version_conflict", "Someone else changed this booking in the meantime. Look at it again.");
}

/** Writes one event per type, numbered on from what the booking had before. */
export async function writeEvents(
  db: Sql,
  actor: Actor,
  loaded: LoadedBooking,
  types: EventType[],
  before: BookingRow,
  notify = true,
): Promise<void> {
  if (types.length === 0) return;
  const { row } = loaded;
  const source = {
    booking: row,
    resource: loaded.resource,
    customer: loaded.customer,
    manage_url: manageUrl(row.tenant_id, row.id),
  };
  const previous = { status: before.status, starts_at: before.starts_at };
  const events = types.map((type, index) =>
    makeEvent(type, before.event_count + 1 + index, row.updated_at, source, previous),
  );
  await insertEvents(db, row, events, actor, notify);
}

/** Gives the seats back, and at once to whoever waits for them: nobody slips in between. */
async function giveBack(db: Sql, tenant: Tenant, row: BookingRow, lock: LockedResource | null): Promise<void> {
  const released = await releaseSeats(db, row.tenant_id, row.id);
  if (released === null) return;
  if (lock === null) throw new Error("Seats are given back under the resource's lock only.");
  await offerFreedSeats(db, tenant, released, lock);
}

/** The waiting-list entry that this booking was the offer of: accepted, or passed on. */
async function settleOffer(db: Sql, row: BookingRow): Promise<void> {
  await db.query(
    sql`update waitlist_entry set status = ${holdsSeats(row.status) ? "accepted" : "passed"}
        where tenant_id = ${row.tenant_id} and booking_id = ${row.id} and status = 'offered'`,
  );
}

/** A hold that became a booking no longer lapses. */
async function keepSeats(db: Sql, row: BookingRow): Promise<void> {
  await db.query(
    sql`update claim set lapses_at = null where tenant_id = ${row.tenant_id} and booking_id = ${row.id} and lapses_at is not null`,
  );
}
