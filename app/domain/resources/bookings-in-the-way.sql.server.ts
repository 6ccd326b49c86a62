import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";

/** As many as are named; the others are counted. */
const MOST_NAMED = 20;

export interface InTheWay {
  bookings: { id: string; name: string; starts_at: Date }[];
  total: number;
}

/** Live bookings ahead that a resource would not hold with fewer seats; with `capacity` 0 (archived) all of them. */
export async function bookingsInTheWay(actor: StaffActor, resourceId: string, capacity: number): Promise<InTheWay> {
  const found = await pool.query<{ id: string; customer_name: string; starts_at: Date; total: number }>(
    sql`select b.id, b.customer_name, b.starts_at, count(*) over ()::int as total from booking b
        where b.tenant_id = ${actor.tenant.id} and b.resource_id = ${resourceId} and b.starts_at > now() and is_live(b.status)
          and exists (select from claim c where c.tenant_id = b.tenant_id and c.booking_id = b.id and c.lane >= ${capacity})
        order by b.starts_at, b.id limit ${MOST_NAMED}`,
  );
  return {
    bookings: found.rows.map(({ id, customer_name, starts_at }) => ({
      id,
      name: customer_name,
      starts_at,
    })),
    total: found.rows[0]?.total ?? 0,
  };
}
