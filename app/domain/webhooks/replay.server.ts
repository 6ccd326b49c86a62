import sql, { empty } from "sql-template-tag";
import { MOST_WAITING_REPLAYS } from "~/contract/limits";
import { type ReplayRange, type WebhookDelivery, type WebhookEventType, webhookEventTypes } from "~/contract/webhooks";
import { invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import { actorRecord, type StaffActor } from "../identity/actor";
import { findDelivery } from "./deliveries.sql.server";
import { findEnabled } from "./subscriptions.server";
import { makeTestEvent } from "./test-event";

const MAX_REPLAYED = 10_000;

/** Sends a delivery's event to its subscription again, with ten attempts of its own. Throws not_found, validation_failed (disabled). */
export async function replayDelivery(actor: StaffActor, id: string): Promise<WebhookDelivery> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const { subscription_id, event_id } = await findDelivery(db, tenantId, id);
    await findEnabled(db, tenantId, subscription_id);
    const [replayed = ""] = await insertDeliveries(db, tenantId, subscription_id, [event_id], "replay");
    await writeAudit(db, actor, { action: "webhook.replayed", entity: "webhook_delivery", entity_id: id });
    return findDelivery(db, tenantId, replayed);
  });
}

/**
 * Sends the events of [from, to) to a subscription (again), also those that it never had a delivery of. Types are those it is
 * subscribed to, or the ones of them that are named. Throws not_found, validation_failed (disabled, an empty range, over 10,000 events,
 * with those that wait already).
 */
export async function replayRange(actor: StaffActor, id: string, range: ReplayRange): Promise<{ queued: number }> {
  const to = range.to ?? clock.date();
  if (to <= range.from) throw invalidField("to", "The end must be after the start.");
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const subscription = await findEnabled(db, tenantId, id);
    const types = subscription.events.filter((type) => range.types?.includes(type as WebhookEventType) ?? true);
    const missing = range.only_missing
      ? sql`and not exists (select 1 from webhook_delivery d where d.tenant_id = e.tenant_id and d.event_id = e.id
          and d.subscription_id = ${id} and d.status = 'succeeded')`
      : empty;
    const found = await db.query<{ id: string }>(
      sql`select e.id from event e where e.tenant_id = ${tenantId} and e.position is not null and e.type = any(${types}::text[])
          and e.created_at >= ${range.from} and e.created_at < ${to} ${missing} order by e.position limit ${MAX_REPLAYED + 1}`,
    );
    if (found.rows.length > MAX_REPLAYED)
      throw invalidField(
        "from",
        `That are more than ${MAX_REPLAYED.toLocaleString("en")} events; take a shorter range.`,
        "too_big",
      );
    const eventIds = found.rows.map((row) => row.id);
    await insertDeliveries(db, tenantId, id, eventIds, "replay");
    await writeAudit(db, actor, {
      action: "webhook.range_replayed",
      entity: "webhook_subscription",
      entity_id: id,
      diff: { from: range.from.toISOString(), to: to.toISOString(), types, queued: eventIds.length },
    });
    return { queued: eventIds.length };
  });
}

/** Sends a made-up event to a subscription, once, through the same queue as real ones. Throws not_found, validation_failed (disabled). */
export async function sendTestEvent(
  actor: StaffActor,
  id: string,
  asked: WebhookEventType | undefined,
): Promise<WebhookDelivery> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const subscription = await findEnabled(db, tenantId, id);
    const type = asked ?? webhookEventTypes.find((known) => subscription.events.includes(known)) ?? "booking.created";
    const event = makeTestEvent(actor.tenant, type, clock.date());
    // Relayed from the start and without a place in the feed: it goes to this subscription and nowhere else.
    await db.query(
      sql`insert into event (tenant_id, id, type, booking_id, sequence, body, actor, livemode, relayed_at)
        values (${tenantId}, ${event.id}, ${type}, null, ${event.sequence}, ${event.body}, ${actorRecord(actor)}::jsonb, false, now())`,
    );
    const [delivery = ""] = await insertDeliveries(db, tenantId, id, [event.id], "test");
    await writeAudit(db, actor, { action: "webhook.tested", entity: "webhook_subscription", entity_id: id });
    return findDelivery(db, tenantId, delivery);
  });
}

/** Replays of a company wait in one line, which has an end: those that are sent make room. */
async function checkWaiting(db: Sql, tenantId: string, more: number): Promise<void> {
  // One at a time, so that two at once cannot both find room.
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`replay ${tenantId}`}, 0))`);
  const found = await db.query<{ waiting: number }>(
    sql`select count(*)::int as waiting from webhook_delivery
        where tenant_id = ${tenantId}::uuid and origin = 'replay' and status = 'pending'`,
  );
  const { waiting } = found.rows[0]!; // an aggregate is one row
  if (waiting + more <= MOST_WAITING_REPLAYS) return;
  const most = MOST_WAITING_REPLAYS.toLocaleString("en");
  throw invalidField(
    "from",
    `${waiting.toLocaleString("en")} replays wait to be sent already, and at most ${most} can. Take a shorter range, or wait.`,
    "too_big",
  );
}

async function insertDeliveries(
  db: Sql,
  tenantId: string,
  subscriptionId: string,
  eventIds: string[],
  origin: "replay" | "test",
): Promise<string[]> {
  if (origin === "replay") await checkWaiting(db, tenantId, eventIds.length);
  const ids = eventIds.map(() => newId());
  await db.query(
    sql`insert into webhook_delivery (tenant_id, id, event_id, subscription_id, origin)
      select ${tenantId}::uuid, d.id, d.event_id, ${subscriptionId}::uuid, ${origin}::text
      from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as d (id, event_id)`,
  );
  return ids;
}
