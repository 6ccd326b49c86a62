import sql from "sql-template-tag";
import type { OfflineMethod } from "~/contract/fields";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { COUNTED, type RefundRow } from "./payment-row";

/** The provider of payments received by staff. */
export const OFFLINE = "offline";

interface PaidBooking {
  tenant_id: string;
  id: string;
  currency: string | null;
  updated_at: Date;
}

/** Records that the amount due was received offline. */
export async function receiveOffline(
  db: Sql,
  booking: PaidBooking,
  amount: number,
  method: OfflineMethod,
): Promise<void> {
  const { tenant_id, id, currency, updated_at } = booking;
  if (amount === 0 || currency === null) return;
  await db.query(
    sql`insert into payment (tenant_id, id, booking_id, provider, method, status, amount, currency, captured_at, created_at)
        values (${tenant_id}, ${newId()}, ${id}, ${OFFLINE}, ${method}, 'paid', ${amount}, ${currency}, ${updated_at}, ${updated_at})`,
  );
}

/**
 * Records that an offline payment was returned offline: amounts already owed, and all that is left.
 */
export async function returnOffline(
  db: Sql,
  { tenant_id, id, updated_at }: PaidBooking,
): Promise<void> {
  await db.query(
    sql`update refund set status = 'succeeded', completed_at = ${updated_at}::timestamptz
        where tenant_id = ${tenant_id} and booking_id = ${id} and status = 'owed'`,
  );
  await db.query(
    sql`insert into refund (tenant_id, id, payment_id, booking_id, idempotency_key, amount, currency, status, reason, created_at, completed_at)
        select ${tenant_id}::uuid, gen_random_uuid(), p.id, p.booking_id, gen_random_uuid(), p.amount - coalesce(r.promised, 0), p.currency,
          'succeeded', 'offline', ${updated_at}::timestamptz, ${updated_at}::timestamptz
        from payment p
        left join (select payment_id, sum(amount) as promised from refund
          where tenant_id = ${tenant_id} and booking_id = ${id} and status = any(${COUNTED}::text[]) group by payment_id) r
          on r.payment_id = p.id
        where p.tenant_id = ${tenant_id} and p.booking_id = ${id} and p.provider = ${OFFLINE}
          and p.status in ('paid', 'partially_refunded') and p.amount > coalesce(r.promised, 0)`,
  );
  await db.query(
    sql`update payment set status = 'refunded', updated_at = ${updated_at}
        where tenant_id = ${tenant_id} and booking_id = ${id} and provider = ${OFFLINE} and status in ('paid', 'partially_refunded')`,
  );
}

/** A booking's cash to be handed back, the oldest first; `refundId`: only that refund. */
export async function loadOwed(
  db: Sql,
  tenantId: string,
  bookingId: string,
  refundId: string | null,
): Promise<RefundRow[]> {
  const found = await db.query<RefundRow>(
    sql`select * from refund where tenant_id = ${tenantId} and booking_id = ${bookingId} and status = 'owed'
          and (${refundId}::uuid is null or id = ${refundId}) order by created_at, id`,
  );
  return found.rows;
}

/** Records that the guest has the cash, and updates the payment's status. */
export async function writeHandedBack(
  db: Sql,
  { tenant_id, id, payment_id }: RefundRow,
  at: Date,
): Promise<RefundRow> {
  const written = await db.query<RefundRow>(
    sql`update refund set status = 'succeeded', completed_at = ${at}
        where tenant_id = ${tenant_id} and id = ${id} and status = 'owed' returning *`,
  );
  await db.query(
    sql`update payment p set updated_at = ${at}, status = case when r.returned >= p.amount then 'refunded' else 'partially_refunded' end
        from (select coalesce(sum(amount), 0) as returned from refund
          where tenant_id = ${tenant_id} and payment_id = ${payment_id} and status = 'succeeded') r
        where p.tenant_id = ${tenant_id} and p.id = ${payment_id}`,
  );
  return written.rows[0]!; // read as owed under the booking's lock
}
