import sql from "sql-template-tag";
import type { DeletedTests } from "~/contract/test-bookings";
import { pool } from "~/lib/db.server";
import type { StaffActor } from "../../identity/actor";
import { hasRealMoney, removeTestBooking } from "./remove-test-booking.sql.server";

/** Deletions per call: each frees its seats in a separate transaction. */
const MOST = 500;

/**
 * Deletes data made with test keys: bookings with all their data, freeing their times, and
 * customers without another booking. Bookings that took real money stay and are listed. `has_more`:
 * call again.
 */
export async function deleteTestBookings(actor: StaffActor): Promise<DeletedTests> {
  const tenantId = actor.tenant.id;
  const isTest = sql`b.tenant_id = ${tenantId} and not b.livemode`;
  const found = await pool.query<{ id: string }>(
    sql`select b.id from booking b where ${isTest} and not ${hasRealMoney(tenantId)} order by b.id limit ${MOST + 1}`,
  );
  const ids = found.rows.slice(0, MOST).map(({ id }) => id);
  for (const id of ids) await removeTestBooking(actor, id);
  const remaining = await pool.query<{ id: string; reference: string }>(
    sql`select b.id, b.reference from booking b where ${isTest} and ${hasRealMoney(tenantId)} order by b.id limit 100`,
  );
  const has_more = found.rows.length > MOST;
  if (!has_more) {
    await deleteTestSeries(tenantId);
    await deleteTestCustomers(tenantId);
  }
  return { deleted: ids.length, kept: remaining.rows, has_more };
}

/** Counts the bookings that the button would delete, up to 1000. */
export async function countTestBookings(tenantId: string): Promise<number> {
  const found = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select from booking b where b.tenant_id = ${tenantId} and not b.livemode limit 1000) counted`,
  );
  return found.rows[0]!.count; // an aggregate is one row
}

/** Series without a booking left. */
async function deleteTestSeries(tenantId: string): Promise<void> {
  await pool.query(
    sql`delete from booking_series s where s.tenant_id = ${tenantId} and not s.livemode
          and not exists (select from booking b where b.tenant_id = ${tenantId} and b.series_id = s.id)`,
  );
}

/** Customers whose bookings were deleted, or who never had one. */
async function deleteTestCustomers(tenantId: string): Promise<void> {
  await pool.query(
    sql`delete from customer c where c.tenant_id = ${tenantId} and not c.livemode
          and not exists (select from booking b where b.tenant_id = ${tenantId} and b.customer_id = c.id)
          and not exists (select from customer o where o.tenant_id = ${tenantId} and o.merged_into = c.id)`,
  );
}
