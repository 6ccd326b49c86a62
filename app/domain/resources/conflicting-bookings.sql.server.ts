import sql from "sql-template-tag";
import { plural } from "~/i18n/text";
import { pool } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";
import { bookingsOverCapacity } from "../seats/over-capacity.sql.server";

/** The number of bookings listed and counted at most. */
const MAX_NAMED = 20;
const MAX_COUNTED = 5000;

export interface Conflicts {
  bookings: { id: string; name: string; starts_at: Date }[];
  total: number;
}

/** A resource's upcoming live bookings. */
export async function bookingsAhead(actor: StaffActor, resourceId: string): Promise<Conflicts> {
  const found = await pool.query<{
    id: string;
    customer_name: string;
    starts_at: Date;
    total: number;
  }>(
    sql`select b.id, b.customer_name, b.starts_at, count(*) over ()::int as total from booking b
        where b.tenant_id = ${actor.tenant.id} and b.resource_id = ${resourceId} and b.starts_at > now() and is_live(b.status)
        order by b.starts_at, b.id limit ${MAX_NAMED}`,
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

/**
 * The bookings left without a seat if a resource had fewer seats, and a text with the number of
 * times affected; null: none.
 */
export async function bookingsWithoutSeat(
  actor: StaffActor,
  resourceId: string,
  capacity: number,
): Promise<(Conflicts & { message: string }) | null> {
  const scope = { resource_id: resourceId, capacity };
  const found = await bookingsOverCapacity(pool, actor.tenant.id, scope, MAX_COUNTED);
  if (found.length === 0) return null;
  const times = new Set(found.map(({ starts_at }) => starts_at.getTime())).size;
  return {
    message: plural(
      times,
      "{{count}} time has more guests than the new capacity. They stay if you save; no more can book until fewer are.",
      "{{count}} times have more guests than the new capacity. They stay if you save; no more can book until fewer are.",
    ),
    bookings: found.slice(0, MAX_NAMED).map(({ booking_id, customer_name, starts_at }) => ({
      id: booking_id,
      name: customer_name,
      starts_at,
    })),
    total: found.length,
  };
}
