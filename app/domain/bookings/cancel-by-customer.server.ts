import { AppError } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import type { CustomerActor } from "../identity/actor";
import { lockResource } from "../seats/lock-resource.server";
import { applyTransition } from "./apply-transition.server";
import type { BookingRow } from "./booking-row";
import { mayMove } from "./booking-status";
import { loadBooking } from "./load-booking.sql.server";

/**
 * A guest cancels his own booking, inside the tenant's cancellation window. Cancelling what is cancelled answers it as it is.
 * Throws not_found, invalid_transition, cancellation_window_passed, version_conflict.
 */
export async function cancelByCustomer(actor: CustomerActor, input: { reason?: string }): Promise<BookingRow> {
  return transaction(async (db) => {
    const seen = await loadBooking(db, actor.tenant.id, actor.booking_id, false);
    const { tenant_id, resource_id, starts_at, ends_at } = seen.row;
    const lock = await lockResource(db, { tenant_id, resource_id, occupies_from: starts_at, occupies_to: ends_at });
    const loaded = await loadBooking(db, actor.tenant.id, actor.booking_id, true);
    const { row } = loaded;
    if (row.status === "cancelled") return row;
    if (!mayMove(row.status, "cancelled", "customer", false))
      throw new AppError("invalid_transition", "This booking can no longer be cancelled.", {
        details: { allowed: [] },
      });
    const windowMs = actor.tenant.policy.cancel_window_minutes * 60_000;
    if (row.starts_at.getTime() - lock.db_now.getTime() < windowMs)
      throw new AppError("cancellation_window_passed", "It is too late to cancel online. Please contact us.");
    const change = {
      status: "cancelled",
      cancelled_by: "customer",
      cancel_reason_code: "customer_cancelled",
      cancel_reason: input.reason ?? null,
    } as const;
    return applyTransition(db, actor, loaded, change, ["booking.cancelled"], lock, lock.db_now);
  });
}
