import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { slotUnavailable } from "../../seats/claim-seats.sql.server";
import type { BookingLimits } from "../../seats/seat-request";
import type { BookingRow } from "../read/booking-row";

/**
 * A booking reassigned to another guest counts towards that guest's limits like a new one
 * (is_over_customer_limit in seats/booking-limits.sql). Needs the booking's lock. Throws
 * slot_unavailable with the reason customer_limit.
 */
export async function checkGuestLimit(
  db: Sql,
  { tenant_id, id, schedule_id, starts_at }: BookingRow,
  customerId: string,
): Promise<void> {
  const terms = await db.query<Pick<BookingLimits, "time_zone" | "upcoming" | "customer_week">>(
    sql`select s.time_zone, s.max_upcoming_per_customer as upcoming, s.max_per_customer_week as customer_week
        from schedule s where s.tenant_id = ${tenant_id} and s.id = ${schedule_id}`,
  );
  const limits = terms.rows[0];
  if (limits === undefined || (limits.upcoming === null && limits.customer_week === null)) return;
  const claim = {
    customer_id: customerId,
    booking_id: id,
    limits: { ...limits, schedule_id, starts_at },
  };
  const found = await db.query<{ is_over: boolean }>(
    sql`select is_over_customer_limit(${tenant_id}::uuid, ${JSON.stringify(claim)}::jsonb) as is_over`,
  );
  if (found.rows[0]!.is_over) throw slotUnavailable("customer_limit"); // one row by construction
}
