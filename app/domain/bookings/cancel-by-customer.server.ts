import { transaction } from "~/lib/db.server";
import type { CustomerActor } from "../identity/actor";
import { changeBooking } from "./apply-decision.server";
import type { BookingRow } from "./booking-row";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * A guest cancels their own booking, inside the tenant's cancellation window. Cancelling what is cancelled answers it as it is.
 * Throws not_found, invalid_transition, cancellation_window_passed.
 */
export async function cancelByCustomer(actor: CustomerActor, input: { reason?: string }): Promise<BookingRow> {
  const reason = input.reason ?? null;
  return transaction((db) =>
    withLockedBooking(db, actor, actor.booking_id, {}, (booking) =>
      changeBooking(db, actor, booking, {
        type: "become",
        to: "cancelled",
        reason_code: "customer_cancelled",
        reason,
      }),
    ),
  );
}
