import { type Sql } from "~/lib/db.server";
import type { SystemActor } from "~/domain/identity/actor";
import { changeBooking } from "~/domain/bookings/change/apply-decision.server";
import type { BookingRow } from "~/domain/bookings/read/booking-row";
import { withLockedBooking } from "~/domain/bookings/change/with-locked-booking.server";

/**
 * Records a payment: the booking becomes paid. After an expired hold it claims its seats again if
 * they are free; otherwise it stays expired and the payment is refunded. Runs in the caller's
 * transaction. Throws not_found, invalid_transition, slot_unavailable (the caller refunds).
 */
export async function payBooking(db: Sql, actor: SystemActor, id: string): Promise<BookingRow> {
  return withLockedBooking(db, actor, id, { lapsed: "end_all" }, (booking) =>
    changeBooking(db, actor, booking, { type: "become", to: "paid" }),
  );
}
