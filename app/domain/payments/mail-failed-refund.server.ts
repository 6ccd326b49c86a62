import type { Sql } from "~/lib/db.server";
import { formatMoney } from "~/lib/money";
import { mailedName } from "../email/mail-names";
import { queueAccountMail } from "../email/queue-account-mails.server";
import type { PaymentRow } from "../accounting/payment-row";
import { readGuestOf } from "./refunds.sql.server";

/** Mails the owner about a failed refund: amount, payment and booking. */
export async function mailFailedRefund(
  db: Sql,
  { tenant_id, booking_id, amount: paid, currency }: PaymentRow,
  amount: number,
): Promise<void> {
  const booking = await readGuestOf(db, tenant_id, booking_id);
  if (booking === undefined) return;
  const { reference, customer_name } = booking;
  const amountIn = (locale: string) => {
    const words = (minor: number) => formatMoney(minor, currency, locale);
    return amount === paid ? words(amount) : `${words(amount)} / ${words(paid)}`;
  };
  const refund = {
    amount: amountIn,
    guest: (locale: string) => mailedName(customer_name, locale),
    reference,
  };
  await queueAccountMail(db, tenant_id, "refund_failed", { refund, bookingId: booking_id });
}
