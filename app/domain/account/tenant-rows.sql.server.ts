import sql, { empty, join, raw } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { paidAmountOf } from "../accounting/booking-money.sql.server";
import type { TenantTable } from "./tenant-tables.sql.server";

/** Rows read and held in memory at a time. */
const PAGE = 250;

export type Row = Record<string, unknown>;

/** The tenant's own row. */
export async function* readTenant(tenantId: string): AsyncGenerator<Row[]> {
  yield (await pool.query<Row>(sql`select * from tenant where id = ${tenantId}`)).rows;
}

/** A tenant's rows of one table in key order, page by page, each in a separate short query. */
export async function* readPages(
  { name, columns, key }: TenantTable,
  tenantId: string,
): AsyncGenerator<Row[]> {
  const list = raw(columns.map((column) => `"${column.name}"`).join(", "));
  // A user's email address is stored with their account.
  const address =
    name === "tenant_user"
      ? sql`, (select email from account a where a.id = account_id) as email`
      : empty;
  const paid = name === "booking" ? sql`, ${paidAmountOf("booking", tenantId)}` : empty;
  const order = raw(key.map((column) => `"${column}"`).join(", "));
  let last: unknown[] = [];
  for (;;) {
    const place = last.length === 0 ? empty : sql`and (${order}) > (${join(last)})`;
    const page = sql`select ${list}${address}${paid} from ${raw(`"${name}"`)} where tenant_id = ${tenantId} ${place}
      order by ${order} limit ${raw(String(PAGE))}`;
    const { rows } = await heavyRead(tenantId, (db) => db.query<Row>(page), { patient: true });
    yield rows;
    const row = rows.at(-1);
    if (row === undefined || rows.length < PAGE) return;
    last = key.map((column) => row[column]);
  }
}
