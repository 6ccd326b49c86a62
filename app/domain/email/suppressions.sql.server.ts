import sql, { empty } from "sql-template-tag";
import type { PageOf, PageQuery } from "~/contract/common";
import type { Suppression } from "~/contract/email";
import { COUNT_LIMIT, readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";

const SORT = "-created_at";

/** Stops sending to this address for this tenant, until someone removes the suppression. */
export async function suppress(
  db: Sql,
  tenantId: string,
  address: string,
  reason: string,
): Promise<void> {
  await db.query(
    sql`insert into email_suppression (tenant_id, address, reason) values (${tenantId}, lower(${address}), ${reason})
      on conflict do nothing`,
  );
}

export async function isSuppressed(tenantId: string, address: string): Promise<boolean> {
  const found = await pool.query(
    sql`select 1 from email_suppression where tenant_id = ${tenantId} and address = lower(${address})`,
  );
  return found.rowCount !== 0;
}

/** False: it was not suppressed. */
export async function deleteSuppression(
  db: Sql,
  tenantId: string,
  address: string,
): Promise<boolean> {
  const removed = await db.query(
    sql`delete from email_suppression where tenant_id = ${tenantId} and address = ${address}`,
  );
  return removed.rowCount !== 0;
}

/** Suppressed addresses, newest first. */
export async function listSuppressions(
  actor: StaffActor,
  filter: PageQuery,
): Promise<PageOf<Suppression>> {
  const [at, address] = filter.cursor === undefined ? [] : readCursor(SORT, filter.cursor, 2);
  const after =
    at === undefined ? empty : sql`and (created_at, address) < (${at}::timestamptz, ${address})`;
  const where = sql`tenant_id = ${actor.tenant.id}`;
  const found = await pool.query<{ address: string; reason: string; created_at: Date }>(
    sql`select address, reason, created_at from email_suppression where ${where} ${after}
      order by created_at desc, address desc limit ${filter.limit + 1}`,
  );
  const total = wantsTotal(filter) ? await countSuppressions(actor.tenant.id) : undefined;
  const placeOf = (row: { created_at: Date; address: string }) =>
    writeCursor(SORT, [row.created_at.toISOString(), row.address]);
  const page = toPage(found.rows, filter.limit, placeOf, total);
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, created_at: toRfc3339(row.created_at.getTime()) })),
  };
}

async function countSuppressions(tenantId: string): Promise<number> {
  const counted = await pool.query<{ total: number }>(
    sql`select count(*)::int as total from (
      select 1 from email_suppression where tenant_id = ${tenantId} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]!.total; // an aggregate is one row
}
