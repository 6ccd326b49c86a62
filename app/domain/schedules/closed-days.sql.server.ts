import sql from "sql-template-tag";
import type { ClosedDay } from "~/contract/hours";
import { clock } from "~/lib/clock";
import { pool, type Sql } from "~/lib/db.server";

const DAY_MS = 86_400_000;

/** How many dates from yesterday on are closed, not counting these. */
export async function countClosedDays(tenantId: string, without: string[]): Promise<number> {
  const found = await pool.query<{ count: number }>(
    sql`select count(*)::int as count from closed_day
        where tenant_id = ${tenantId} and date >= ${new Date(clock.now() - DAY_MS)}::date and date <> all(${without}::date[])`,
  );
  return found.rows[0]!.count; // an aggregate has one row
}

/** A date that is already closed gets the new name. */
export async function insertClosedDays(
  db: Sql,
  tenantId: string,
  days: ClosedDay[],
): Promise<void> {
  await db.query(
    sql`insert into closed_day (tenant_id, date, name)
        select ${tenantId}::uuid, date, name
        from unnest(${days.map(({ date }) => date)}::date[], ${days.map(({ name }) => name)}::text[]) as w (date, name)
        on conflict (tenant_id, date) do update set name = excluded.name`,
  );
}

/** false: it was not closed. */
export async function removeClosedDay(db: Sql, tenantId: string, date: string): Promise<boolean> {
  const removed = await db.query(
    sql`delete from closed_day where tenant_id = ${tenantId} and date = ${date}::date`,
  );
  return removed.rowCount !== 0;
}
