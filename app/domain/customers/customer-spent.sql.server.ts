import sql, { empty } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { paidByCurrency } from "../accounting/booking-money.sql.server";
import { resourceLimit, type StaffActor } from "../identity/actor";

/** The amount that a customer paid in one currency, less refunds. */
export interface CustomerSpent {
  customer_id: string;
  currency: string;
  amount: number;
}

/** A limit for records with a huge number of bookings, such as an integrator's test guest. */
const MOST = 1000;

/**
 * Sums the payments of each customer for the latest MOST of their bookings, as far as the reader may
 * see them; a row per currency.
 */
export async function readSpent(
  actor: StaffActor,
  customerIds: readonly string[],
): Promise<CustomerSpent[]> {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const latest = sql`select b.id from booking b where b.tenant_id = ${tenantId} and b.customer_id = c.id
    ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`} order by b.starts_at desc limit ${MOST}`;
  const { rows } = await pool.query<CustomerSpent>(
    sql`select c.id as customer_id, paid.currency, paid.amount from unnest(${customerIds}::uuid[]) as c(id)
        cross join lateral (${paidByCurrency(tenantId, latest)}) paid
        where paid.amount > 0 order by paid.amount desc`,
  );
  return rows;
}
