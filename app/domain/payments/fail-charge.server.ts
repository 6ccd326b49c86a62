import { type Sql, transaction } from "~/lib/db.server";
import { changeBooking } from "../bookings/change/apply-decision.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import { isFee } from "../accounting/payment-purpose";
import type { PaymentRow } from "../accounting/payment-row";
import type { BookingRow } from "../bookings/read/booking-row";
import { isErasedEmail } from "../customers/erased";
import { queueMail } from "../email/queue-message.server";
import { findTenant } from "../identity/find-tenant.sql.server";
import { failPayment, markFee } from "./payments.sql.server";

/** Records that a card was refused, or cannot be charged: the guest gets a payment link instead. */
export async function failCharge(payment: PaymentRow, code: string | null): Promise<void> {
  const { tenant_id, booking_id, purpose } = payment;
  const tenant = await findTenant(tenant_id);
  if (tenant === null || !isFee(purpose)) return;
  await transaction(async (db) => {
    const actor = { kind: "system", tenant, request_id: null } as const;
    await withLockedBooking(db, actor, booking_id, { seats: false }, async (booking) => {
      if (!(await failPayment(db, payment, code))) return;
      const { row: before, customer } = booking.loaded;
      const row = await changeBooking(db, actor, booking, {
        type: "fee_failed",
        kind: purpose,
        code,
      });
      if (row === before) return;
      await markFee(db, payment, "fee_unpaid");
      await mailFee(db, row, customer.locale ?? tenant.locale, "fee_request");
    });
  });
}

/** Mails the guest about a fee: that it was charged, or the link with which they pay it. */
export async function mailFee(
  db: Sql,
  { tenant_id, id, customer_email }: BookingRow,
  locale: string,
  kind: "fee_charged" | "fee_request",
): Promise<void> {
  if (customer_email === null || isErasedEmail(customer_email)) return;
  const guest = { audience: "customer", recipient: customer_email, locale } as const;
  await queueMail(db, { tenant_id, kind, booking_id: id, ...guest });
}
