import sql, { join } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { Receipt, ReceiptFilter } from "~/contract/receipts";
import { notFound } from "~/lib/app-error";
import { COUNT_LIMIT, readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { instantRange } from "~/lib/time";
import { exportPages } from "../audit/export-pages.server";
import type { StaffActor } from "../identity/actor";
import { type ReceiptRow, toReceipt } from "./receipt-row";

const SORT = "-created_at";

/** A company's receipts, the newest first. */
export const listReceipts = (actor: StaffActor, filter: ReceiptFilter): Promise<PageOf<Receipt>> =>
  readPage(pool, actor, filter);

async function readPage(
  db: Sql,
  actor: StaffActor,
  filter: Omit<ReceiptFilter, "cursor"> & { cursor?: string | undefined },
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
  const found = await db.query<ReceiptRow>(
    sql`select * from receipt where ${join([...chosen, ...from], " and ")} order by created_at desc, id desc limit ${filter.limit + 1}`,
  );
  const page = toPage(found.rows, filter.limit, (row) =>
    writeCursor(SORT, [row.created_at.toISOString(), row.id]),
  );
  const data = page.data.map(toReceipt);
  if (!wantsTotal(filter)) return { ...page, data };
  const counted = await db.query<{ total: number }>(
    sql`select count(*)::int as total from (select from receipt where ${join(chosen, " and ")} limit ${COUNT_LIMIT}) counted`,
  );
  return { data, page: { ...page.page, total: counted.rows[0]?.total ?? 0 } };
}

/** All receipts of a filter. Throws forbidden_role: only admins export. */
export const exportReceipts = (
  actor: StaffActor,
  filter: Pick<ReceiptFilter, "from" | "to">,
): Promise<AsyncGenerator<Receipt[]>> =>
  exportPages(actor, {
    entity: "receipt",
    isSearch: false,
    refusal: "Only an owner or admin can export receipts.",
    read: (db, page) => readPage(db, actor, { ...filter, ...page }),
  });

/** The most receipts of a booking that are shown. */
const MOST_OF_BOOKING = 50;

/** A booking's receipts, oldest first. */
export async function receiptsOfBooking(tenantId: string, bookingId: string): Promise<Receipt[]> {
  const found = await pool.query<ReceiptRow>(
    sql`select * from receipt where tenant_id = ${tenantId} and booking_id = ${bookingId} order by year, no limit ${MOST_OF_BOOKING}`,
  );
  return found.rows.map(toReceipt);
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

/** The language of a receipt's guest; null if it is not known. */
export async function guestLocaleOf(
  actor: StaffActor,
  { booking_id }: Pick<Receipt, "booking_id">,
): Promise<string | null> {
  const found = await pool.query<{ locale: string | null }>(
    sql`select c.locale from booking b join customer c on c.tenant_id = ${actor.tenant.id} and c.id = b.customer_id
        where b.tenant_id = ${actor.tenant.id} and b.id = ${booking_id}`,
  );
  return found.rows[0]?.locale ?? null;
}
