import { type Sql, transaction } from "~/lib/db.server";
import type { CustomerActor } from "../../identity/actor";
import { changeBooking } from "./apply-decision.server";
import type { BookingRow } from "../read/booking-row";
import { AppError } from "~/lib/app-error";
import { cancelBooking } from "./cancel-booking.server";
import { type Due, dueFor } from "../place/new-booking";
import { checkExpected } from "../../quotes/quote";
import { quoteOf } from "../read/quote-of-booking";
import { readDemands } from "./service-terms.sql.server";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Takes the seat that the waiting list offered to a guest: confirmed, or pending for the payment or
 * approval its schedule requires, with a hold of that kind. Idempotent: a repeated call returns the
 * booking unchanged.
 * Throws not_found, invalid_transition, hold_expired, price_changed.
 */
export async function acceptOffer(
  actor: CustomerActor,
  expected_amount?: number,
): Promise<BookingRow> {
  return transaction((db) =>
    withLockedBooking(db, actor, actor.booking_id, {}, async (booking) => {
      const { row } = booking.loaded;
      checkExpected(expected_amount, quoteOf(booking.loaded));
      const due = await dueAfterOffer(db, actor, row);
      return changeBooking(db, actor, booking, { type: "accept_offer", due });
    }),
  );
}

/**
 * Gives the offered seat to the next in line, at any time before the offer ends. Idempotent. Throws
 * not_found, invalid_transition.
 */
export async function declineOffer(actor: CustomerActor): Promise<BookingRow> {
  return transaction((db) =>
    withLockedBooking(db, actor, actor.booking_id, {}, (booking) => {
      const { row } = booking.loaded;
      if (row.status === "pending" && row.pending_reason !== "offer")
        throw new AppError("invalid_transition", "This offer is no longer open.", {
          details: { allowed: [] },
        });
      const command = {
        type: "become",
        to: "cancelled",
        reason_code: "customer_cancelled",
        reason: null,
      } as const;
      return cancelBooking(db, withoutWindow(actor), booking, command, undefined);
    }),
  );
}

/** Nobody owes an answer to an offer: the cancellation window is for agreed bookings. */
const withoutWindow = (actor: CustomerActor): CustomerActor => ({
  ...actor,
  tenant: {
    ...actor.tenant,
    policy: { ...actor.tenant.policy, cancel_window_minutes: 0 },
  },
});

async function dueAfterOffer(
  db: Sql,
  actor: CustomerActor,
  booking: BookingRow,
): Promise<Due | null> {
  return dueFor(await readDemands(db, booking), booking.price_amount, actor.tenant.policy);
}
