import sql, { empty } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { actorRecord, type StaffActor } from "../identity/actor";
import type { makeTestEvent } from "./test-event";

export interface EventSelection {
  types: string[];
  from: Date;
  to: Date;
  /** Except those delivered to this subscription. */
  missing_of: string | null;
}

/** The first events in a time range, in the order of the feed. */
export async function findEvents(
  db: Sql,
  tenantId: string,
  { types, from, to, missing_of }: EventSelection,
  limit: number,
): Promise<string[]> {
  const missing =
    missing_of === null
      ? empty
      : sql`and not exists (select 1 from webhook_delivery d where d.tenant_id = ${tenantId} and d.event_id = e.id
          and d.subscription_id = ${missing_of} and d.status = 'succeeded')`;
  const found = await db.query<{ id: string }>(
    sql`select e.id from event e where e.tenant_id = ${tenantId} and e.position is not null and e.type = any(${types}::text[])
          and e.created_at >= ${from} and e.created_at < ${to} ${missing} order by e.position limit ${limit}`,
  );
  return found.rows.map(({ id }) => id);
}

/**
 * Inserts a fictitious event: marked as relayed and without a place in the feed, so that it only
 * goes where it is sent.
 */
export async function insertTestEvent(
  db: Sql,
  actor: StaffActor,
  type: string,
  event: ReturnType<typeof makeTestEvent>,
): Promise<void> {
  await db.query(
    sql`insert into event (tenant_id, id, type, booking_id, sequence, body, actor, livemode, relayed_at)
        values (${actor.tenant.id}, ${event.id}, ${type}, null, ${event.sequence}, ${event.body}, ${actorRecord(actor)}::jsonb, false, now())`,
  );
}

/**
 * Counts a tenant's waiting replays under a lock, so that two concurrent calls cannot both find
 * room.
 */
export async function countWaiting(db: Sql, tenantId: string): Promise<number> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`replay ${tenantId}`}, 0))`);
  const found = await db.query<{ waiting: number }>(
    sql`select count(*)::int as waiting from webhook_delivery
        where tenant_id = ${tenantId}::uuid and origin = 'replay' and status = 'pending'`,
  );
  return found.rows[0]!.waiting; // an aggregate is one row
}

/** Queues these events for a subscription; returns the ids of the deliveries. */
export async function insertDeliveries(
  db: Sql,
  tenantId: string,
  subscriptionId: string,
  eventIds: string[],
  origin: "replay" | "test",
): Promise<string[]> {
  const ids = eventIds.map(() => newId());
  await db.query(
    sql`insert into webhook_delivery (tenant_id, id, event_id, subscription_id, origin)
      select ${tenantId}::uuid, d.id, d.event_id, ${subscriptionId}::uuid, ${origin}::text
      from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as d (id, event_id)`,
  );
  return ids;
}
