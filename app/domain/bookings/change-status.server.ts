import type { Booking, StatusChange } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { hasRole, seesContacts, type StaffActor } from "../identity/actor";
import { inLineOfChanges } from "../seats/booking-lines";
import { changeBooking } from "./apply-decision.server";
import type { BookingCommand } from "./booking-command";
import { readMoney } from "./booking-money.sql.server";
import { toBooking } from "./booking-row";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Moves a booking to another status for someone who works for the tenant. The same status again answers the booking as it is.
 * Throws not_found, forbidden_role, invalid_transition (with `allowed`), version_conflict, hold_expired, validation_failed.
 */
export async function changeBookingStatus(
  actor: StaffActor,
  id: string,
  input: StatusChange,
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  if (input.refund !== undefined) refuseRefund(actor);
  const work = (db: Sql) =>
    withLockedBooking(db, actor, id, {}, async (booking) => {
      const { version, notify } = input;
      const money = input.status === "refunded" ? await readMoney(db, actor.tenant.id, id) : undefined;
      const row = await changeBooking(db, actor, booking, commandOf(input), { version, notify, money });
      return toBooking(row, seesContacts(actor));
    });
  return inLineOfChanges(actor.tenant.id, () => idempotentTransaction(ticket, work));
}

/** No provider can be asked for money yet, so a wish for it is refused rather than lost. */
function refuseRefund(actor: StaffActor): never {
  if (!hasRole(actor, "admin")) throw new AppError("forbidden_role", "Only an owner or admin can refund money.");
  throw invalidField("refund", "Payments are not connected, so refunds are not possible here.", "not_available");
}

function commandOf(input: StatusChange): BookingCommand {
  return {
    type: "become",
    to: input.status,
    offline: input.payment_method === "offline",
    reason_code: input.reason_code ?? null,
    reason: input.reason ?? null,
  };
}
