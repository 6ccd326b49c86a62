import sql, { join } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { Payment, PaymentFilter } from "~/contract/payments";
import { readTimeCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";
import { type PaymentRow, toPayment } from "../ledger/payment-row";
import { loadRefunds } from "./load-payment.sql.server";

const SORT = "-created_at";
const MOST_COUNTED = 10_000;

/** Payments with their refunds, the newest first. */
export async function listPayments(actor: StaffActor, filter: PaymentFilter): Promise<PageOf<Payment>> {
  const tenantId = actor.tenant.id;
  const after = filter.cursor === undefined ? null : readTimeCursor(SORT, filter.cursor);
  const chosen = [
    sql`tenant_id = ${tenantId}`,
    ...(filter.booking_id ? [sql`booking_id = ${filter.booking_id}`] : []),
    ...(filter.status ? [sql`status = any(${filter.status}::text[])`] : []),
    ...(filter.from ? [sql`created_at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`created_at < ${filter.to}`] : []),
  ];
  const from = after ? [sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : [];
  const found = await pool.query<PaymentRow>(
    sql`select * from payment where ${join([...chosen, ...from], " and ")} order by created_at desc, id desc limit ${filter.limit + 1}`,
  );
  const page = toPage(found.rows, filter.limit, (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]));
  const refunds = await loadRefunds(
    pool,
    tenantId,
    page.data.map(({ id }) => id),
  );
  const data = page.data.map((row) =>
    toPayment(
      row,
      refunds.filter(({ payment_id }) => payment_id === row.id),
    ),
  );
  if (!filter.include?.includes("total")) return { ...page, data };
  const counted = await pool.query<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from payment where ${join(chosen, " and ")} limit ${MOST_COUNTED}) counted`,
  );
  return { data, page: { ...page.page, total: counted.rows[0]?.total ?? 0 } };
}
