import { type Sql } from "~/lib/db.server";
import type { SystemActor } from "~/domain/identity/actor";
import { changeBooking } from "~/domain/bookings/change/apply-decision.server";
import type { BookingRow } from "~/domain/bookings/read/booking-row";
import { withLockedBooking } from "~/domain/bookings/change/with-locked-booking.server";

/**
 * A payment has come in: the booking becomes paid. One whose hold had ended gets its seats back if they are still free, claimed as
 * everybody else's are; if not it stays expired and the money goes back. Runs in the caller's transaction.
 * Throws not_found, invalid_transition, slot_unavailable (the caller refunds).
 */
export async function payBooking(db: Sql, actor: SystemActor, id: string): Promise<BookingRow> {
  return withLockedBooking(db, actor, id, { lapsed: "end_all" }, (booking) =>
    changeBooking(db, actor, booking, { type: "become", to: "paid" }),
  );
}
