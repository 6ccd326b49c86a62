import sql from "sql-template-tag";
import { webhookEventTypes } from "~/contract/webhooks";
import { type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { log } from "~/lib/log.server";
import { queueFollowers, type RelayedEvent } from "./event-followers.server";

/** The advisory lock of the relay: one at a time, so that `position` rises in the order in which events become visible in the feed. */
const RELAY_LOCK = 4_862_201_919;

interface ClaimedEvent extends RelayedEvent {
  /** The enabled subscriptions to its type. */
  subscription_ids: string[];
}

/**
 * Passes at most `limit` committed events on: one delivery per subscription of the tenant to the event's type, and whatever else
 * follows, in one transaction. By state, never by "newer than the last": transactions do not commit in the order of their ids.
 * Returns how many were passed on; 0 also when another relay is at work.
 */
export async function relayEvents(limit: number): Promise<number> {
  return transaction(async (db) => {
    const turn = await db.query<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${RELAY_LOCK}::bigint) as mine`,
    );
    if (!turn.rows[0]?.mine) return 0;
    const events = await claimEvents(db, limit);
    if (events.length === 0) return 0;
    await insertDeliveries(db, events);
    await queueFollowersOf(db, events);
    return events.length;
  });
}

/**
 * One event whose followers cannot be queued must not hold up all others: it is then passed on without them, and the log says so.
 * A database that is away is no such event: the whole transaction fails and is done again.
 */
async function queueFollowersOf(db: Sql, events: RelayedEvent[]): Promise<void> {
  await db.query("savepoint followers");
  try {
    await queueFollowers(db, events);
  } catch (error) {
    await db.query("rollback to savepoint followers");
    const [event, ...more] = events;
    if (event !== undefined && more.length === 0) {
      log.error({ err: error, event_id: event.id }, "what follows an event could not be queued");
      return;
    }
    for (const one of events) await queueFollowersOf(db, [one]);
  }
}

async function claimEvents(db: Sql, limit: number): Promise<ClaimedEvent[]> {
  const claimed = await db.query<ClaimedEvent>(
    sql`with chosen as materialized (
        select tenant_id, id from event where relayed_at is null order by created_at, booking_id, sequence limit ${limit}
        for update skip locked),
      ordered as materialized (
        select e.tenant_id, e.id from chosen join event e using (tenant_id, id) order by e.created_at, e.booking_id, e.sequence),
      numbered as materialized (select tenant_id, id, nextval('event_position') as position from ordered),
      relayed as (
        update event e set relayed_at = statement_timestamp(), position = n.position from numbered n
        where e.tenant_id = n.tenant_id and e.id = n.id returning e.tenant_id, e.id, e.type, e.booking_id, e.position)
      select r.tenant_id, r.id, r.type, r.booking_id, array(
        select s.id from webhook_subscription s where s.tenant_id = r.tenant_id and s.disabled_at is null and r.type = any(s.events)
          and r.type = any(${webhookEventTypes}::text[]) order by s.created_at, s.id) as subscription_ids
      from relayed r order by r.position`,
  );
  return claimed.rows;
}

async function insertDeliveries(db: Sql, events: ClaimedEvent[]): Promise<void> {
  const deliveries = events.flatMap(({ tenant_id, id, subscription_ids }) =>
    subscription_ids.map((subscription_id) => ({ tenant_id, id: newId(), event_id: id, subscription_id })),
  );
  if (deliveries.length === 0) return;
  const column = (name: keyof (typeof deliveries)[number]) => deliveries.map((delivery) => delivery[name]);
  await db.query(
    sql`insert into webhook_delivery (tenant_id, id, event_id, subscription_id)
      select d.tenant_id, d.id, d.event_id, d.subscription_id
      from unnest(${column("tenant_id")}::uuid[], ${column("id")}::uuid[], ${column("event_id")}::uuid[], ${column("subscription_id")}::uuid[])
        as d (tenant_id, id, event_id, subscription_id)
        -- A subscription that is being deleted at this moment is no longer delivered to.
        join webhook_subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
      for key share of s on conflict do nothing`,
  );
}
