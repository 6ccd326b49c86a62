import type { HandBack, Refund } from "~/contract/payments";
import { invalidField } from "~/lib/app-error";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { readMoney } from "../accounting/booking-money.sql.server";
import { loadOwed, writeHandedBack } from "../accounting/offline-payment.sql.server";
import { toRefund } from "../accounting/payment-row";
import { writeAudit } from "../audit/write-audit.server";
import { changeBooking } from "../bookings/change/apply-decision.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import type { StaffActor, SystemActor } from "../identity/actor";
import { loadRefundOf } from "./refunds.sql.server";

/**
 * Confirms that the guest has received the cash owed to them: of one refund, or of the whole
 * booking. Idempotent. The booking changes as after a completed refund of the provider. Throws
 * not_found, validation_failed (it has no such refund).
 */
export async function handBack(
  actor: StaffActor,
  id: string,
  input: HandBack,
  ticket: IdempotencyTicket | null,
): Promise<{ refunds: Refund[] }> {
  const { tenant, request_id } = actor;
  const refund_id = input.refund_id ?? null;
  // A person confirms; the resulting booking change is the system's, as for other refunds.
  const system: SystemActor = { kind: "system", tenant, request_id };
  return idempotentTransaction(ticket, (db) =>
    withLockedBooking(db, actor, id, {}, async (booking) => {
      if (refund_id !== null && (await loadRefundOf(db, tenant.id, id, refund_id)) === null)
        throw invalidField("refund_id", "This booking has no such refund.", "unknown_refund");
      const refunds: Refund[] = [];
      let current = booking;
      for (const owed of await loadOwed(db, tenant.id, id, refund_id)) {
        const returned = await writeHandedBack(db, owed, booking.now);
        const money = await readMoney(db, tenant.id, id);
        const { payment_id, reason, amount, currency } = returned;
        const remaining = money.captured - money.refunded;
        const refund = {
          id: returned.id,
          payment_id,
          provider: "offline" as const,
          reason,
          amount,
          currency,
          remaining,
        };
        const row = await changeBooking(
          db,
          system,
          current,
          { type: "refund_completed" },
          { money, refund },
        );
        current = { ...current, loaded: { ...current.loaded, row } };
        await writeAudit(db, actor, {
          action: "booking.cash_handed_back",
          entity: "booking",
          entity_id: id,
          diff: { amount, currency },
        });
        refunds.push(toRefund(returned));
      }
      return { refunds };
    }),
  );
}
