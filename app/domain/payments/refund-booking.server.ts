import type { NewRefund, Refund } from "~/contract/payments";
import { invalidField } from "~/lib/app-error";
import { faultPoint } from "~/lib/fault-point.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { payableStep } from "~/lib/money";
import { writeAudit } from "../audit/write-audit.server";
import { giveBack } from "../bookings/give-back.server";
import { withLockedBooking } from "../bookings/with-locked-booking.server";
import type { StaffActor } from "../identity/actor";
import { readMoney } from "../ledger/booking-money.sql.server";
import { toRefund } from "../ledger/payment-row";

/**
 * Gives money of a booking back: `amount` minor units, or all that is left. The refunds are written here and carried out by a worker; the
 * booking becomes refunded when the last of its money has gone back. Throws not_found, validation_failed (nothing was paid, more than is left).
 */
export async function refundBooking(
  actor: StaffActor,
  id: string,
  input: NewRefund,
  ticket: IdempotencyTicket | null,
): Promise<{ refunds: Refund[] }> {
  const requested = await idempotentTransaction(ticket, (db) =>
    withLockedBooking(db, actor, id, {}, async (booking) => {
      const { refundable, currency } = await readMoney(db, actor.tenant.id, id);
      const amount = input.amount ?? refundable;
      if (refundable === 0)
        throw invalidField("amount", "Nothing is left that could be given back.", "nothing_captured");
      if (amount > refundable)
        throw invalidField(
          "amount",
          `At most ${refundable} (minor units of ${currency}) can be given back.`,
          "too_big",
        );
      if (currency !== null && amount % payableStep(currency) !== 0)
        throw invalidField(
          "amount",
          `Amounts in ${currency} are paid in steps of ${payableStep(currency)}.`,
          "not_payable",
        );
      const { refunds } = await giveBack(db, actor, booking, amount, "requested");
      await writeAudit(db, actor, {
        action: "booking.refund_requested",
        entity: "booking",
        entity_id: id,
        diff: { amount, currency, ...(input.reason === undefined ? {} : { reason: input.reason }) },
      });
      return { refunds: refunds.map(toRefund) };
    }),
  );
  faultPoint("refund.requested");
  return requested;
}
