import sql, { join } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { Payment, PaymentFilter } from "~/contract/payments";
import { notFound } from "~/lib/app-error";
import { readTimeCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { instantRange } from "~/lib/time";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { maySeeBooking, seesTestDataOnly, type StaffActor } from "../identity/actor";
import { type PaymentRow, toPayment } from "../accounting/payment-row";
import { loadDisputes, toDispute } from "./disputes.sql.server";
import { loadPayment } from "./payments.sql.server";
import { loadRefunds } from "./refunds.sql.server";

const SORT = "-created_at";
const MAX_COUNTED = 10_000;

/** Payments with their refunds, the newest first. */
export async function listPayments(
  actor: StaffActor,
  filter: PaymentFilter,
): Promise<PageOf<Payment>> {
  const tenantId = actor.tenant.id;
  const range = instantRange({ from: filter.from, to: filter.to }, actor.tenant.time_zone);
  const after = filter.cursor === undefined ? null : readTimeCursor(SORT, filter.cursor);
  const chosen = [
    sql`tenant_id = ${tenantId}`,
    sql`purpose <> 'card'`,
    ...(filter.booking_id ? [sql`booking_id = ${filter.booking_id}`] : []),
    ...(filter.status ? [sql`status = any(${filter.status}::text[])`] : []),
    ...(range.from ? [sql`created_at >= ${range.from}`] : []),
    ...(range.to ? [sql`created_at < ${range.to}`] : []),
    ...(seesTestDataOnly(actor)
      ? [
          sql`exists (select from booking b where b.tenant_id = ${tenantId} and b.id = booking_id and not b.livemode)`,
        ]
      : []),
  ];
  const from = after ? [sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : [];
  const found = await pool.query<PaymentRow>(
    sql`select * from payment where ${join([...chosen, ...from], " and ")} order by created_at desc, id desc limit ${filter.limit + 1}`,
  );
  const page = toPage(found.rows, filter.limit, (row) =>
    writeCursor(SORT, [row.created_at.toISOString(), row.id]),
  );
  const data = await withItsMoney(tenantId, page.data);
  if (!filter.include?.includes("total")) return { ...page, data };
  const counted = await pool.query<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from payment where ${join(chosen, " and ")} limit ${MAX_COUNTED}) counted`,
  );
  return { data, page: { ...page.page, total: counted.rows[0]?.total ?? 0 } };
}

/** A payment with its refunds and disputes. Throws not_found. */
export async function getPayment(actor: StaffActor, id: string): Promise<Payment> {
  const { tenant } = actor;
  const row = await loadPayment(pool, tenant.id, id, false);
  if (row === null || row.purpose === "card") throw notFound("Payment", id);
  const { row: booking } = await loadBooking(pool, tenant.id, row.booking_id, false);
  if (!maySeeBooking(actor, booking)) throw notFound("Payment", id);
  const [payment] = await withItsMoney(tenant.id, [row]);
  return payment!; // one for each row
}

async function withItsMoney(tenantId: string, rows: PaymentRow[]): Promise<Payment[]> {
  const ids = rows.map(({ id }) => id);
  const refunds = await loadRefunds(pool, tenantId, ids);
  const disputes = await loadDisputes(pool, tenantId, ids);
  return rows.map((row) =>
    toPayment(
      row,
      refunds.filter(({ payment_id }) => payment_id === row.id),
      disputes.filter(({ payment_id }) => payment_id === row.id).map(toDispute),
    ),
  );
}
