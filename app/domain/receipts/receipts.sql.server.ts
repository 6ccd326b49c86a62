import sql, { join } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { Receipt, ReceiptFilter } from "~/contract/receipts";
import { notFound } from "~/lib/app-error";
import { COUNT_LIMIT, readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { instantRange } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { type ReceiptRow, toReceipt } from "./receipt-row";

const SORT = "-created_at";

/** A company's receipts, the newest first. */
export async function listReceipts(
  actor: StaffActor,
  filter: ReceiptFilter,
): Promise<PageOf<Receipt>> {
  const range = instantRange({ from: filter.from, to: filter.to }, actor.tenant.time_zone);
  const after = filter.cursor === undefined ? null : readTimeCursor(SORT, filter.cursor);
  const chosen = [
    sql`tenant_id = ${actor.tenant.id}`,
    ...(filter.booking_id ? [sql`booking_id = ${filter.booking_id}`] : []),
    ...(range.from ? [sql`created_at >= ${range.from}`] : []),
    ...(range.to ? [sql`created_at < ${range.to}`] : []),
  ];
  const from = after ? [sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : [];
  const found = await pool.query<ReceiptRow>(
    sql`select * from receipt where ${join([...chosen, ...from], " and ")} order by created_at desc, id desc limit ${filter.limit + 1}`,
  );
  const page = toPage(found.rows, filter.limit, (row) =>
    writeCursor(SORT, [row.created_at.toISOString(), row.id]),
  );
  const data = page.data.map(toReceipt);
  if (!wantsTotal(filter)) return { ...page, data };
  const counted = await pool.query<{ total: number }>(
    sql`select count(*)::int as total from (select from receipt where ${join(chosen, " and ")} limit ${COUNT_LIMIT}) counted`,
  );
  return { data, page: { ...page.page, total: counted.rows[0]?.total ?? 0 } };
}

/** Throws not_found. */
export async function getReceipt(actor: StaffActor, id: string): Promise<Receipt> {
  const found = await pool.query<ReceiptRow>(
    sql`select * from receipt where tenant_id = ${actor.tenant.id} and id = ${id}`,
  );
  const row = found.rows[0];
  if (row === undefined) throw notFound("Receipt", id);
  return toReceipt(row);
}
