import sql from "sql-template-tag";

/** SQL for the payment status of booking `b` as shown (paymentStatusOf in booking-row.ts). */
export const SHOWN_PAYMENT_STATUS = sql`case when b.payment_status = 'none' and is_live(b.status)
  and coalesce(b.price_amount, 0) > b.written_off_amount then 'open' else b.payment_status end`;
