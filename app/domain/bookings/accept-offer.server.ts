import sql from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import type { CustomerActor } from "../identity/actor";
import { lockResource } from "../seats/lock-resource.server";
import { applyTransition, writeEvents } from "./apply-transition.server";
import type { BookingRow } from "./booking-row";
import { loadBooking } from "./load-booking.sql.server";

/**
 * A guest takes the seat that was offered to him from the waiting list: confirmed, or pending for the payment or approval its
 * schedule asks for, with a hold of that kind. Taking it twice answers the booking as it is.
 * Throws not_found, invalid_transition, hold_expired.
 */
export async function acceptOffer(actor: CustomerActor): Promise<BookingRow> {
  return transaction(async (db) => {
    const seen = await loadBooking(db, actor.tenant.id, actor.booking_id, false);
    const { tenant_id, resource_id, starts_at, ends_at } = seen.row;
    const lock = await lockResource(db, { tenant_id, resource_id, occupies_from: starts_at, occupies_to: ends_at });
    const loaded = await loadBooking(db, actor.tenant.id, actor.booking_id, true);
    const { row } = loaded;
    if (row.status === "confirmed" || (row.status === "pending" && row.pending_reason !== "offer")) return row;
    if (row.status !== "pending")
      throw new AppError("invalid_transition", "This offer is no longer open.", { details: { allowed: [] } });
    if (row.expires_at !== null && row.expires_at <= lock.db_now)
      throw new AppError("hold_expired", "This offer has ended; the place went to the next in line.");
    const due = await dueAfterOffer(db, actor, row);
    if (due === null)
      return applyTransition(db, actor, loaded, { status: "confirmed" }, ["booking.confirmed"], lock, lock.db_now);
    const expires_at = new Date(lock.db_now.getTime() + due.hold_minutes * 60_000);
    const next: BookingRow = {
      ...row,
      pending_reason: due.pending_reason,
      expires_at,
      version: row.version + 1,
      event_count: row.event_count + 1,
      updated_at: lock.db_now,
    };
    await db.query(
      sql`with kept as (update claim set lapses_at = ${expires_at} where tenant_id = ${tenant_id} and booking_id = ${row.id}),
          taken as (update waitlist_entry set status = 'accepted' where tenant_id = ${tenant_id} and booking_id = ${row.id})
          update booking set pending_reason = ${next.pending_reason}, expires_at = ${expires_at}, version = ${next.version},
            event_count = ${next.event_count}, updated_at = ${lock.db_now}
          where tenant_id = ${tenant_id} and id = ${row.id}`,
    );
    await writeEvents(db, actor, { ...loaded, row: next }, ["booking.updated"], row);
    return next;
  });
}

/** What the schedule asks for once the offer is taken; null when nothing is due. */
async function dueAfterOffer(
  db: Sql,
  actor: CustomerActor,
  booking: BookingRow,
): Promise<{ pending_reason: "payment" | "approval"; hold_minutes: number } | null> {
  const found = await db.query<{ requires_payment: boolean; requires_approval: boolean }>(
    sql`select requires_payment, requires_approval from schedule where tenant_id = ${booking.tenant_id} and id = ${booking.schedule_id}`,
  );
  const { policy } = actor.tenant;
  if (found.rows[0]?.requires_payment && booking.price_amount)
    return { pending_reason: "payment", hold_minutes: policy.hold_minutes };
  if (found.rows[0]?.requires_approval)
    return { pending_reason: "approval", hold_minutes: policy.hold_hours_approval * 60 };
  return null;
}
