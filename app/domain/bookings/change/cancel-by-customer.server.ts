import { transaction } from "~/lib/db.server";
import type { CustomerActor } from "../../identity/actor";
import type { BookingRow } from "../read/booking-row";
import { cancelBooking } from "./cancel-booking.server";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Cancels a booking for its guest, inside the tenant's cancellation window; the policy decides the
 * refund. Idempotent. Throws not_found, invalid_transition, cancellation_window_passed.
 */
export async function cancelByCustomer(
  actor: CustomerActor,
  input: { reason?: string },
): Promise<BookingRow> {
  return transaction((db) =>
    withLockedBooking(db, actor, actor.booking_id, {}, (booking) => {
      const command = {
        type: "become",
        to: "cancelled",
        reason_code: "customer_cancelled",
        reason: input.reason ?? null,
      } as const;
      return cancelBooking(db, actor, booking, command, undefined);
    }),
  );
}
