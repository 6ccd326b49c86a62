import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

/** Slots per step. */
const STEP = 2_000;

/**
 * Deletes a tenant's slots that ended this many days ago, in steps (forget-slots.sql); returns how
 * many.
 */
export async function forgetSlots(tenantId: string, days: number): Promise<number> {
  let forgotten = 0;
  for (let last = STEP; last === STEP; forgotten += last) {
    const { rows } = await pool.query<{ count: number }>(
      sql`select forget_slots(${tenantId}, now() - ${days}::int * interval '1 day', ${STEP}) as count`,
    );
    last = rows[0]!.count; // a select without a table
  }
  return forgotten;
}
