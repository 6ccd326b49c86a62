import sql from "sql-template-tag";
import type { DisputeSnapshot } from "~/adapters/payments/port";
import type { Dispute } from "~/contract/payments";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { isOpenDispute, LOST_DISPUTES } from "../accounting/dispute-status";
import type { PaymentRow } from "../accounting/payment-row";

/** A row of `dispute` as returned by the driver. */
export interface DisputeRow {
  id: string;
  payment_id: string;
  booking_id: string;
  provider_dispute_id: string;
  status: Dispute["status"];
  reason: string;
  amount: number;
  currency: string;
  respond_by: Date | null;
  created_at: Date;
  closed_at: Date | null;
}

/**
 * Stores the provider's view of a payment's disputes. A lost dispute reopens with its appeal. True
 * if the lost amount of the payment changes.
 */
export async function writeDisputes(
  db: Sql,
  payment: PaymentRow,
  snapshots: DisputeSnapshot[],
  requestedAt: Date,
): Promise<boolean> {
  const { tenant_id, id: payment_id, booking_id } = payment;
  const before = snapshots.length === 0 ? [] : await loadDisputes(db, tenant_id, [payment_id]);
  for (const { id, status, reason, amount, currency, respond_by, created_at } of snapshots) {
    const closed_at = isOpenDispute(status) ? null : requestedAt;
    await db.query(
      sql`insert into dispute as d (tenant_id, id, payment_id, booking_id, provider_dispute_id, status, reason, amount, currency, respond_by,
            created_at, closed_at, updated_at)
          values (${tenant_id}, ${newId()}, ${payment_id}, ${booking_id}, ${id}, ${status}, ${reason}, ${amount}, ${currency}, ${respond_by},
            ${created_at}, ${closed_at}, ${requestedAt})
          on conflict (tenant_id, payment_id, provider_dispute_id) do update set status = excluded.status, reason = excluded.reason,
            amount = excluded.amount, respond_by = excluded.respond_by, closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end,
            updated_at = excluded.updated_at`,
    );
  }
  return snapshots.length > 0 && lostOf(before) !== lostOf(snapshots);
}

const lostOf = (disputes: Pick<DisputeRow, "status" | "amount">[]): number =>
  disputes
    .filter(({ status }) => LOST_DISPUTES.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);

/** The disputes of payments, the oldest first. */
export async function loadDisputes(
  db: Sql,
  tenantId: string,
  paymentIds: string[],
): Promise<DisputeRow[]> {
  if (paymentIds.length === 0) return [];
  const found = await db.query<DisputeRow>(
    sql`select * from dispute where tenant_id = ${tenantId} and payment_id = any(${paymentIds}::uuid[]) order by created_at, id`,
  );
  return found.rows;
}

const wire = (instant: Date) => toRfc3339(instant.getTime());

export function toDispute(row: DisputeRow): Dispute {
  const {
    id,
    payment_id,
    booking_id,
    status,
    reason,
    amount,
    currency,
    respond_by,
    created_at,
    closed_at,
  } = row;
  return {
    id,
    payment_id,
    booking_id,
    status,
    reason,
    amount,
    currency,
    respond_by: respond_by && wire(respond_by),
    created_at: wire(created_at),
    closed_at: closed_at && wire(closed_at),
  };
}
