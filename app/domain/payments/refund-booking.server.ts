import type { NewRefund, Refund } from "~/contract/payments";
import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { payableStep } from "~/lib/money";
import { writeAudit } from "../audit/write-audit.server";
import { changeBooking } from "../bookings/change/apply-decision.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import type { StaffActor } from "../identity/actor";
import { refundablePayments } from "../accounting/refundable-payments.sql.server";
import { requestRefunds } from "../accounting/request-refund.sql.server";
import { readMoney } from "../accounting/booking-money.sql.server";
import { toRefund } from "../accounting/payment-row";

/**
 * Refunds a booking: `amount` minor units, or all that is left; of one payment if named. Or settles
 * its balance without money (`write_off`). The refunds are stored here and sent by a worker; the
 * booking becomes refunded when all of its money has been returned. Throws not_found,
 * validation_failed (no such payment, nothing was paid, more than is left).
 */
export async function refundBooking(
  actor: StaffActor,
  id: string,
  input: NewRefund,
  ticket: IdempotencyTicket | null,
): Promise<{ refunds: Refund[] }> {
  const requested = await idempotentTransaction(ticket, (db) =>
    withLockedBooking(db, actor, id, {}, async (booking) => {
      if (input.write_off) {
        const money = await readMoney(db, actor.tenant.id, id);
        await changeBooking(db, actor, booking, { type: "write_off" }, { money });
        return { refunds: [] };
      }
      const { refundable, currency } = await readRest(db, actor.tenant.id, id, input.payment_id);
      const amount = input.amount ?? refundable;
      if (refundable === 0)
        throw invalidField("amount", "Nothing is left to refund.", "nothing_captured");
      if (amount > refundable)
        throw invalidField(
          "amount",
          `At most ${refundable} (minor units of ${currency}) can be refunded.`,
          "too_big",
        );
      if (currency !== null && amount % payableStep(currency) !== 0)
        throw invalidField(
          "amount",
          `Amounts in ${currency} are paid in steps of ${payableStep(currency)}.`,
          "not_payable",
        );
      const { row } = booking.loaded;
      const refunds = await requestRefunds(db, row, amount, "requested", input.payment_id);
      await writeAudit(db, actor, {
        action: "booking.refund_requested",
        entity: "booking",
        entity_id: id,
        diff: {
          amount,
          currency,
          payment_ids: refunds.map(({ payment_id }) => payment_id),
          ...(input.reason === undefined ? {} : { reason: input.reason }),
        },
      });
      return { refunds: refunds.map(toRefund) };
    }),
  );
  faultPoint("refund.requested");
  return requested;
}

/** The refundable amount of the booking, or of the payment that is named. */
async function readRest(
  db: Sql,
  tenantId: string,
  bookingId: string,
  paymentId: string | undefined,
): Promise<{ refundable: number; currency: string | null }> {
  if (paymentId === undefined) return readMoney(db, tenantId, bookingId);
  const payment = (await refundablePayments(db, tenantId, bookingId)).find(
    ({ id }) => id === paymentId,
  );
  if (payment === undefined)
    throw invalidField(
      "payment_id",
      "This booking has no such payment, or nothing is left of it to refund.",
      "nothing_captured",
    );
  return payment;
}
