import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";

/** The provider of money that staff received by hand. */
export const OFFLINE = "offline";

interface PaidBooking {
  tenant_id: string;
  id: string;
  currency: string | null;
  updated_at: Date;
}

/** Records money that was received by hand: what was due. */
export async function receiveOffline(db: Sql, booking: PaidBooking, amount: number): Promise<void> {
  const { tenant_id, id, currency, updated_at } = booking;
  if (amount === 0 || currency === null) return;
  await db.query(
    sql`insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, captured_at, created_at)
        values (${tenant_id}, ${newId()}, ${id}, ${OFFLINE}, 'paid', ${amount}, ${currency}, ${updated_at}, ${updated_at})`,
  );
}

/** Records that money received by hand was handed back by hand: all that is left of it. */
export async function returnOffline(
  db: Sql,
  { tenant_id, id, updated_at }: PaidBooking,
): Promise<void> {
  await db.query(
    sql`insert into refund (tenant_id, id, payment_id, booking_id, idempotency_key, amount, currency, status, reason, created_at, completed_at)
        select p.tenant_id, gen_random_uuid(), p.id, p.booking_id, gen_random_uuid(), p.amount - coalesce(r.promised, 0), p.currency,
          'succeeded', 'offline', ${updated_at}::timestamptz, ${updated_at}::timestamptz
        from payment p
        left join (select payment_id, sum(amount) as promised from refund
          where tenant_id = ${tenant_id} and booking_id = ${id} and status in ('requested', 'pending', 'succeeded') group by payment_id) r
          on r.payment_id = p.id
        where p.tenant_id = ${tenant_id} and p.booking_id = ${id} and p.provider = ${OFFLINE}
          and p.status in ('paid', 'partially_refunded') and p.amount > coalesce(r.promised, 0)`,
  );
  await db.query(
    sql`update payment set status = 'refunded', updated_at = ${updated_at}
        where tenant_id = ${tenant_id} and booking_id = ${id} and provider = ${OFFLINE} and status in ('paid', 'partially_refunded')`,
  );
}
