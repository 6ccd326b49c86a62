import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";

export interface PaidBooking {
  id: string;
  reference: string;
  customer_name: string;
}

/** How people identify the bookings of payments. */
export async function paidBookings(
  actor: StaffActor,
  ids: readonly string[],
): Promise<PaidBooking[]> {
  if (ids.length === 0) return [];
  const found = await pool.query<PaidBooking>(
    sql`select id, reference, customer_name from booking where tenant_id = ${actor.tenant.id} and id = any(${ids}::uuid[])`,
  );
  return found.rows;
}
