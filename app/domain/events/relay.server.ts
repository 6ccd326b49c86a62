import sql from "sql-template-tag";
import { webhookEventTypes } from "~/contract/webhooks";
import { pool, prepared, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { log } from "~/lib/log.server";
import { startRounds } from "~/lib/tenant-round.server";
import { inSpan } from "~/lib/trace.server";
import { eventTraces } from "./event-traces.sql.server";
import { queueFollowers, type RelayedEvent } from "./event-followers.server";

/** Tenants whose events are passed on at the same time by one process. */
const TENANTS_AT_ONCE = 4;
/** Rows that the look for tenants reads: of an index, so that a page of one tenant's events alone costs next to nothing. */
const SCANNED_ROWS = 500;

interface ClaimedEvent extends RelayedEvent {
  /** The enabled subscriptions to its type. */
  subscription_ids: string[];
}

const goRound = startRounds("event relay", tenantsWithEvents, TENANTS_AT_ONCE);

/**
 * Passes committed events on, at most `limit` of each tenant, which another relay may be doing for other tenants at the same time.
 * Returns how many were passed on; `onRelayed` is called for each tenant.
 */
export async function relayEvents(
  limit: number,
  onRelayed: (tenantId: string) => void = () => undefined,
): Promise<number> {
  let relayed = 0;
  await goRound(async (tenantId) => {
    const count = await relayEventsOf(tenantId, limit);
    relayed += count;
    if (count > 0) onRelayed(tenantId);
    return true;
  });
  return relayed;
}

/** The scan for tenants with events that have not been passed on. A tenant's backlog fills a page at most once. */
async function tenantsWithEvents(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    prepared(sql`select distinct tenant_id from (
        select tenant_id from event where relayed_at is null and tenant_id > ${after} order by tenant_id limit ${SCANNED_ROWS}) waiting
      order by tenant_id limit ${limit}`),
  );
  return found.rows.map((row) => row.tenant_id);
}

/**
 * In one transaction: one delivery per subscription of the tenant to the event's type (of test bookings none), and whatever else follows. 0 also when another
 * relay has this tenant.
 */
async function relayEventsOf(tenantId: string, limit: number): Promise<number> {
  return transaction(async (db) => {
    const { rows: events } = await db.query<ClaimedEvent>(
      prepared(sql`select * from claim_events(${tenantId}::uuid, ${limit}::int, ${webhookEventTypes}::text[])`),
    );
    if (events.length === 0) return 0;
    const traces = await eventTraces(db, tenantId, ids(events));
    // What was recorded in one trace is passed on in it: all at once where nothing is traced.
    for (const parent of new Set(events.map(({ id }) => traces.get(id) ?? null))) {
      const some = events.filter(({ id }) => (traces.get(id) ?? null) === parent);
      await inSpan("events.relay", { kind: "consumer", parent }, async () => {
        await insertDeliveries(db, tenantId, some);
        await queueFollowersOf(db, tenantId, some);
      });
    }
    return events.length;
  });
}

const ids = (events: ClaimedEvent[]) => events.map(({ id }) => id);

/**
 * One event whose followers cannot be queued must not hold up all others: it is then passed on without them, and the log says so.
 * A database that is away is no such event: the whole transaction fails and is done again.
 */
async function queueFollowersOf(db: Sql, tenantId: string, events: RelayedEvent[]): Promise<void> {
  await db.query("savepoint followers");
  try {
    await queueFollowers(db, tenantId, events);
  } catch (error) {
    await db.query("rollback to savepoint followers");
    const [event, ...more] = events;
    if (event !== undefined && more.length === 0) {
      log.error({ err: error, event_id: event.id }, "what follows an event could not be queued");
      return;
    }
    for (const one of events) await queueFollowersOf(db, tenantId, [one]);
  }
}

async function insertDeliveries(db: Sql, tenantId: string, events: ClaimedEvent[]): Promise<void> {
  const deliveries = events.flatMap(({ id, booking_id, subscription_ids }) =>
    subscription_ids.map((subscription_id) => ({ id: newId(), event_id: id, booking_id, subscription_id })),
  );
  if (deliveries.length === 0) return;
  const column = (name: keyof (typeof deliveries)[number]) => deliveries.map((delivery) => delivery[name]);
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
