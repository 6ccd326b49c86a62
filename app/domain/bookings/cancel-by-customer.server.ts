import { transaction } from "~/lib/db.server";
import type { CustomerActor } from "../identity/actor";
import { readMoney } from "../accounting/booking-money.sql.server";
import { changeBooking } from "./apply-decision.server";
import type { BookingRow } from "./booking-row";
import { refund, refundFor } from "./refund.server";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * A guest cancels their own booking, inside the tenant's cancellation window; the policy decides the refund. Cancelling what is
 * cancelled answers it as it is. Throws not_found, invalid_transition, cancellation_window_passed.
 */
export async function cancelByCustomer(
  actor: CustomerActor,
  input: { reason?: string },
): Promise<BookingRow> {
  return transaction((db) =>
    withLockedBooking(db, actor, actor.booking_id, {}, async (booking) => {
      const { row: before } = booking.loaded;
      const money = await readMoney(db, before.tenant_id, before.id);
      const row = await changeBooking(db, actor, booking, {
        type: "become",
        to: "cancelled",
        reason_code: "customer_cancelled",
        reason: input.reason ?? null,
      });
      if (before.status === "cancelled") return row;
      const cancelled = { ...booking, loaded: { ...booking.loaded, row } };
      return (
        await refund(db, actor, cancelled, refundFor(undefined, booking, money, actor), "policy")
      ).row;
    }),
  );
}
