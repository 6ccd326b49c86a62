import sql from "sql-template-tag";
import type { PublicBooking } from "~/contract/bookings";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { toPublicBooking } from "../bookings/booking-row";
import { loadBooking } from "../bookings/load-booking.sql.server";
import type { KeyActor } from "../identity/actor";
import { syncOnReturn } from "./sync-on-return.server";

interface Named {
  session_id?: string | undefined;
  booking_id?: string | undefined;
}

/**
 * How a booking stands for a guest who is back from its checkout, in whatever browser: by the checkout's session, or by the booking's id. Asks the
 * provider first, so that a webhook which was lost keeps nobody waiting. Throws not_found, also for a booking without a price.
 */
export async function readBookingAfterCheckout({ tenant }: KeyActor, named: Named): Promise<PublicBooking> {
  const { session_id = null, booking_id = null } = named;
  const found = await pool.query<{ booking_id: string }>(
    session_id === null
      ? sql`select id as booking_id from booking where tenant_id = ${tenant.id} and id = ${booking_id} and price_amount > 0`
      : sql`select booking_id from payment where tenant_id = ${tenant.id} and session_id = ${session_id}`,
  );
  const id = found.rows[0]?.booking_id;
  if (id === undefined) throw notFound();
  await syncOnReturn(tenant.id, id);
  const { row, resource, schedule } = await loadBooking(pool, tenant.id, id, false);
  return toPublicBooking(row, resource, schedule, await readRefund(tenant.id, id));
}

/** What of the booking's money has gone back or is on its way back. */
async function readRefund(tenantId: string, bookingId: string): Promise<number> {
  const found = await pool.query<{ amount: number }>(
    sql`select coalesce(sum(amount), 0)::int as amount from refund
        where tenant_id = ${tenantId} and booking_id = ${bookingId} and status in ('requested', 'pending', 'succeeded')`,
  );
  return found.rows[0]!.amount; // a sum has one row
}
