import sql, { type Sql as Part } from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";

/**
 * Throws in_use as long as bookings of `which` (a condition on booking) wait for something or have still to take place. The caller holds the
 * locks that keep new ones out. `instead`: what to do about it.
 */
export async function refuseWhileBooked(
  db: Sql,
  tenantId: string,
  which: Part,
  instead: string,
): Promise<void> {
  const used = await db.query(
    sql`select 1 from booking where tenant_id = ${tenantId} and ${which}
        and (status = 'pending' or (is_upcoming(status) and ends_at > now())) limit 1`,
  );
  if (used.rowCount !== 0) throw new AppError("in_use", `This has future bookings. ${instead}`);
}
