import sql, { join, raw } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { Decision } from "./booking-command";
import type { BookingRow } from "../read/booking-row";

/**
 * Compare-and-swap on the version the patch was decided from; false: the booking has changed since.
 */
export async function updateBooking(
  db: Sql,
  before: BookingRow,
  patch: Decision["patch"],
): Promise<boolean> {
  // JSON arrays go as text, because the driver would turn them into Postgres arrays. The names are
  // columns: keys of BookingRow.
  const assignments = Object.entries(patch).map(([column, value]) =>
    column === "answers" || column === "meta"
      ? sql`${raw(column)} = ${JSON.stringify(value)}`
      : sql`${raw(column)} = ${value}`,
  );
  const updated = await db.query(
    sql`update booking set ${join(assignments)}
        where tenant_id = ${before.tenant_id} and id = ${before.id} and version = ${before.version}`,
  );
  return updated.rowCount === 1;
}
