import sql, { empty } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import { isUndecided } from "../bookings/read/undecided.sql";

/** A guest who can be asked by email to choose another time. */
export interface GuestToAsk {
  id: string;
  starts_at: Date;
  recipient: string;
  /** The guest's language, if known. */
  locale: string | null;
}

/**
 * Locks these bookings and returns those whose guest can be asked: agreed, not decided otherwise,
 * with an address, and no test.
 */
export async function lockGuestsToAsk(
  db: Sql,
  tenantId: string,
  ids: readonly string[],
  limit: readonly string[] | null,
): Promise<GuestToAsk[]> {
  const found = await db.query<GuestToAsk>(
    sql`select b.id, b.starts_at, b.customer_email as recipient, c.locale
        from booking b left join customer c on c.tenant_id = ${tenantId} and c.id = b.customer_id
        where b.tenant_id = ${tenantId} and b.id = any(${ids}::uuid[]) and b.status in ('confirmed', 'paid') and b.source <> 'test'
          and b.customer_email is not null and ${isUndecided} ${limit === null ? empty : sql`and b.resource_id = any(${limit}::uuid[])`}
        order by b.id for no key update of b`,
  );
  return found.rows;
}

/** The starts (ISO 8601) of bookings for which their guest has been asked already, by booking. */
export async function readTimeRequests(
  tenantId: string,
  ids: readonly string[],
  db: Sql = pool,
): Promise<Map<string, Set<string>>> {
  if (ids.length === 0) return new Map();
  const found = await db.query<{ booking_id: string; starts: string[] }>(
    sql`select booking_id, array_agg(context ->> 'starts_at') as starts from message
        where tenant_id = ${tenantId} and booking_id = any(${ids}::uuid[]) and kind = 'time_request'
          and status in ('queued', 'held', 'sent')
        group by booking_id`,
  );
  return new Map(found.rows.map(({ booking_id, starts }) => [booking_id, new Set(starts)]));
}
