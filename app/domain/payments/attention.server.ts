import sql from "sql-template-tag";
import type { PageOf, PageQuery } from "~/contract/common";
import type { AttentionItem } from "~/contract/payments";
import { pageOfAll } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";

/** How many of each kind are told at once. */
const MOST = 100;

const messages = {
  amount_mismatch:
    "The payment provider took another amount than the booking costs. The booking is not paid; compare both, and refund or correct it.",
  refund_failed:
    "A refund did not go through. The money is on your account at the payment provider; return it in another way or try again.",
} as const;

/** What a person has to look at: money that does not agree with its booking, and offers that ask for money nobody can pay. */
export async function listAttention(actor: StaffActor, query: PageQuery): Promise<PageOf<AttentionItem>> {
  const tenantId = actor.tenant.id;
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
  return pageOfAll(
    [
      ...payments.rows.map(({ id, booking_id, attention, updated_at }): AttentionItem => ({
        kind: attention,
        message: messages[attention],
        booking_id,
        payment_id: id,
        schedule_id: null,
        at: toRfc3339(updated_at.getTime()),
      })),
      ...schedules.rows.map(({ id, name }): AttentionItem => ({
        kind: "payments_not_connected",
        message: `"${name}" asks for payment, but no payment account is connected, so visitors cannot book it online.`,
        booking_id: null,
        payment_id: null,
        schedule_id: id,
        at: null,
      })),
    ],
    query,
    "kind",
    ({ kind, payment_id, schedule_id }) => `${kind} ${payment_id ?? schedule_id}`,
  );
}
