import sql from "sql-template-tag";
import { deliveredEventTypes } from "~/contract/webhooks";
import { pool, prepared, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { RelayedEvent } from "./event-followers.server";

/** Index rows read to find tenants with events; a page with events of only one tenant is cheap. */
const SCANNED_ROWS = 500;

export interface ClaimedEvent extends RelayedEvent {
  /** The enabled subscriptions to its type. */
  subscription_ids: string[];
}

/** The scan for tenants with events to relay. A tenant's backlog fills a page at most once. */
export async function tenantsWithEvents(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    prepared(sql`select distinct tenant_id from (
        select tenant_id from event where relayed_at is null and tenant_id > ${after} order by tenant_id limit ${SCANNED_ROWS}) waiting
      order by tenant_id limit ${limit}`),
  );
  return found.rows.map((row) => row.tenant_id);
}

/** Claims a tenant's next events in order; none also when another relay has this tenant. */
export async function claimEvents(
  db: Sql,
  tenantId: string,
  limit: number,
): Promise<ClaimedEvent[]> {
  const { rows } = await db.query<ClaimedEvent>(
    prepared(
      sql`select * from claim_events(${tenantId}::uuid, ${limit}::int, ${deliveredEventTypes}::text[])`,
    ),
  );
  return rows;
}

/** One delivery per subscription to the event's type; none for test bookings. */
export async function insertDeliveries(
  db: Sql,
  tenantId: string,
  events: ClaimedEvent[],
): Promise<void> {
  const deliveries = events.flatMap(({ id, booking_id, subscription_ids }) =>
    subscription_ids.map((subscription_id) => ({
      id: newId(),
      event_id: id,
      booking_id,
      subscription_id,
    })),
  );
  if (deliveries.length === 0) return;
  const column = (name: keyof (typeof deliveries)[number]) =>
    deliveries.map((delivery) => delivery[name]);
  await db.query(
    prepared(sql`insert into webhook_delivery (tenant_id, id, event_id, subscription_id)
      select ${tenantId}::uuid, d.id, d.event_id, d.subscription_id
      from unnest(${column("id")}::uuid[], ${column("event_id")}::uuid[], ${column("booking_id")}::uuid[], ${column("subscription_id")}::uuid[])
        as d (id, event_id, booking_id, subscription_id)
        -- A subscription that is being deleted at this moment is no longer delivered to.
        join webhook_subscription s on s.tenant_id = ${tenantId} and s.id = d.subscription_id
      where not exists (select from booking b where b.tenant_id = ${tenantId} and b.id = d.booking_id and b.source = 'test')
      for key share of s on conflict do nothing`),
  );
}
