import sql from "sql-template-tag";
import type { Schedule } from "~/contract/schedules";
import { pool } from "~/lib/db.server";

export type ScheduleName = Pick<Schedule, "id" | "name" | "questions">;

/** What the tenant's schedules with these ids are called and what they ask: for lists of records that already passed their own checks. */
export async function scheduleNames(tenantId: string, ids: readonly (string | null)[]): Promise<ScheduleName[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return [];
  const found = await pool.query<ScheduleName>(
    sql`select id, name, questions from schedule where tenant_id = ${tenantId} and id = any(${wanted}::uuid[])`,
  );
  return found.rows;
}
