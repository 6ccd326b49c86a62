import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { outsideNow } from "../schedules/outside-bookings.server";
import { isUndecided } from "../bookings/read/undecided.sql";

interface OutsideBooking {
  id: string;
  customer_name: string;
  resource_name: string;
  resource_id: string;
  schedule_id: string | null;
  starts_at: Date;
  ends_at: Date;
}

/** How many bookings outside the slots are compared with the hours. */
const MAX_COMPARED = 200;

/**
 * The first undecided bookings outside the present hours of their service: at closed slots, and
 * custom times and longer lengths that the hours do not contain (outsideNow, which the preview of a
 * change uses too).
 */
export async function findOutsideHours(
  tenant: { id: string; time_zone: string },
  most: number,
  reads: Reads = pool,
): Promise<OutsideBooking[]> {
  const findOfSlots = reads.query<OutsideBooking>(
    sql`select b.id, b.customer_name, b.resource_name, b.resource_id, b.schedule_id, b.starts_at, b.ends_at from slot s
        join booking b on b.tenant_id = ${tenant.id} and b.slot_id = s.id
        where s.tenant_id = ${tenant.id} and s.outside_hours and s.starts_at > now() and ${isUndecided}
        order by s.starts_at, b.id limit ${most}`,
  );
  const findOffSlots = reads.query<OutsideBooking>(
    sql`select b.id, b.customer_name, b.resource_name, b.resource_id, b.schedule_id, b.starts_at, b.ends_at from booking b
        where b.tenant_id = ${tenant.id} and (b.slot_id is null or b.length_minutes is not null) and b.starts_at > now() and ${isUndecided}
        order by b.starts_at, b.id limit ${MAX_COMPARED}`,
  );
  const [ofSlots, offSlots] = await Promise.all([findOfSlots, findOffSlots]);
  const compared = await outsideNow(
    tenant,
    offSlots.rows.map((row) => ({
      row,
      schedule_id: row.schedule_id,
      resource_id: row.resource_id,
      starts_at: row.starts_at.getTime(),
      ends_at: row.ends_at.getTime(),
    })),
  );
  const found = new Map(
    [...ofSlots.rows, ...compared.map(({ row }) => row)].map((row) => [row.id, row]),
  );
  return [...found.values()]
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .slice(0, most);
}
