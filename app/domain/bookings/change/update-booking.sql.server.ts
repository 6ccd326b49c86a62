import sql, { join, raw } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { Decision } from "./booking-command";
import type { BookingRow } from "../read/booking-row";

/** Written as text, because the driver would turn arrays into Postgres arrays. */
const JSON_COLUMNS = new Set(["addons", "answers", "fees", "meta", "needs", "party", "processing"]);

/**
 * Compare-and-swap on the version the patch was decided from; false: the booking has changed since.
 */
export async function updateBooking(
  db: Sql,
  before: BookingRow,
  patch: Decision["patch"],
): Promise<boolean> {
  // The names are columns: keys of BookingRow.
  const assignments = Object.entries(patch).map(([column, value]) =>
    JSON_COLUMNS.has(column) && value !== null
      ? sql`${raw(column)} = ${JSON.stringify(value)}`
      : sql`${raw(column)} = ${value}`,
  );
  const updated = await db.query(
    sql`update booking set ${join(assignments)}
        where tenant_id = ${before.tenant_id} and id = ${before.id} and version = ${before.version}`,
  );
  return updated.rowCount === 1;
}
