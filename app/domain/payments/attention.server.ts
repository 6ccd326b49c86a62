import sql from "sql-template-tag";
import type { AttentionItem } from "~/contract/payments";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";

export type ToLookAt = Pick<AttentionItem, "kind" | "message"> & Partial<AttentionItem>;

/** How many of each kind are told at once. */
const MOST = 20;

const messages = {
  amount_mismatch:
    "The payment provider took another amount than the booking costs. The booking is not paid; compare both, and refund or correct it.",
  refund_failed:
    "A refund did not go through. The money is on your account at the payment provider; return it in another way or try again.",
} as const;

/** Money that does not agree with its booking, and offers that ask for money nobody can pay. */
export async function paymentsToLookAt(tenantId: string): Promise<ToLookAt[]> {
  const payments = await pool.query<{
    id: string;
    booking_id: string;
    attention: keyof typeof messages;
    updated_at: Date;
  }>(
    sql`select id, booking_id, attention, updated_at from payment
        where tenant_id = ${tenantId} and attention is not null order by updated_at desc limit ${MOST}`,
  );
  const schedules = await pool.query<{ id: string; name: string }>(
    sql`select s.id, s.name from schedule s join tenant t on t.id = s.tenant_id
        where s.tenant_id = ${tenantId} and s.active and s.requires_payment and coalesce(s.price_amount, 0) > 0 and not t.takes_payments
        order by s.name limit ${MOST}`,
  );
  return [
    ...payments.rows.map(({ id, booking_id, attention, updated_at }) => ({
      kind: attention,
      message: messages[attention],
      booking_id,
      payment_id: id,
      at: toRfc3339(updated_at.getTime()),
    })),
    ...schedules.rows.map(({ id, name }) => ({
      kind: "payments_not_connected" as const,
      message: `"${name}" asks for payment, but no payment account is connected, so visitors cannot book it online.`,
      schedule_id: id,
    })),
  ];
}
