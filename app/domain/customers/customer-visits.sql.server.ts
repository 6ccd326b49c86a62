import sql, { empty } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { resourceLimit, type StaffActor } from "../identity/actor";

/** A summary of a customer's bookings, as far as the reader may see them. */
export interface CustomerVisits {
  customer_id: string;
  /** Completed ones among the latest MOST. */
  visits: number;
  last_at: Date | null;
  next_at: Date | null;
}

/** A limit for records with a huge number of bookings, such as an integrator's test guest. */
const MOST = 1000;

/**
 * How often each of these customers came, their last and next visit; includes those without a
 * booking.
 */
export async function readVisits(
  actor: StaffActor,
  customerIds: readonly string[],
): Promise<CustomerVisits[]> {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const own = sql`b.tenant_id = ${tenantId} and b.customer_id = c.id
    ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`}`;
  const { rows } = await pool.query<CustomerVisits>(
    sql`select c.id as customer_id, past.visits, past.last_at, coming.next_at
        from unnest(${customerIds}::uuid[]) as c(id)
        cross join lateral (
          select (count(*) filter (where latest.status = 'completed'))::int as visits,
            max(latest.starts_at) filter (where latest.status = 'completed') as last_at
          from (select b.status, b.starts_at from booking b where ${own} and b.starts_at <= now()
            order by b.starts_at desc limit ${MOST}) latest) past
        cross join lateral (
          select min(ahead.starts_at) as next_at
          from (select b.starts_at from booking b where ${own} and b.starts_at > now() and is_upcoming(b.status)
            order by b.starts_at limit 1) ahead) coming`,
  );
  return rows;
}
