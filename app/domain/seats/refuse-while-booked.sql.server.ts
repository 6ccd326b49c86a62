import sql, { type Sql as Part } from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";

/**
 * Throws in_use while bookings matching `which` (a condition on booking) are pending or upcoming.
 * The caller holds the locks that keep new ones out. `instead`: advice for the error message.
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
