import { type Sql, transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { rollBackTo, setSavepoint } from "~/lib/savepoint.sql.server";
import { startRounds } from "~/lib/tenant-round.server";
import { inSpan } from "~/lib/trace.server";
import { eventTraces } from "./event-traces.sql.server";
import { queueFollowers, type RelayedEvent } from "./event-followers.server";
import {
  claimEvents,
  type ClaimedEvent,
  insertDeliveries,
  tenantsWithEvents,
} from "./relay.sql.server";

/** Tenants whose events one process relays concurrently. */
const TENANTS_AT_ONCE = 4;
const goRound = startRounds("event relay", tenantsWithEvents, TENANTS_AT_ONCE);

/**
 * Relays committed events, at most `limit` per tenant; other relays may handle other tenants
 * concurrently. Returns how many were relayed; `onRelayed` is called for each tenant.
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

/**
 * In one transaction: a delivery for each subscription to the event's type (none for test
 * bookings), and everything else that follows. 0 also when another relay has this tenant.
 */
async function relayEventsOf(tenantId: string, limit: number): Promise<number> {
  return transaction(async (db) => {
    const events = await claimEvents(db, tenantId, limit);
    if (events.length === 0) return 0;
    const traces = await eventTraces(db, tenantId, ids(events));
    // Events recorded in one trace are relayed in it; without tracing, all together.
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
 * An event whose followers cannot be queued must not block the others: it is relayed without them
 * and logged. If the database is unavailable, the whole transaction fails and is retried.
 */
async function queueFollowersOf(db: Sql, tenantId: string, events: RelayedEvent[]): Promise<void> {
  await setSavepoint(db, "followers");
  try {
    await queueFollowers(db, tenantId, events);
  } catch (error) {
    await rollBackTo(db, "followers");
    const [event, ...more] = events;
    if (event !== undefined && more.length === 0) {
      log.error({ err: error, event_id: event.id }, "an event's followers could not be queued");
      return;
    }
    for (const one of events) await queueFollowersOf(db, tenantId, [one]);
  }
}
