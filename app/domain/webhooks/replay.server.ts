import { MAX_WAITING_REPLAYS } from "~/contract/limits";
import {
  type ReplayRange,
  type WebhookDelivery,
  type DeliveredEventType,
  webhookEventTypes,
} from "~/contract/webhooks";
import { invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { type Sql, transaction } from "~/lib/db.server";
import { instantRange } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { findDelivery } from "./deliveries.sql.server";
import { countWaiting, findEvents, insertDeliveries, insertTestEvent } from "./replays.sql.server";
import { findEnabled } from "./subscriptions.server";
import { typesOf } from "./subscription-row";
import { makeTestEvent } from "./test-event";

const MAX_REPLAYED = 10_000;

/**
 * Sends a delivery's event to its subscription again, with ten new attempts. Throws not_found,
 * validation_failed (disabled).
 */
export async function replayDelivery(actor: StaffActor, id: string): Promise<WebhookDelivery> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const { subscription_id, event_id } = await findDelivery(db, tenantId, id);
    await findEnabled(db, tenantId, subscription_id);
    await checkWaiting(db, tenantId, 1);
    const [replayed = ""] = await insertDeliveries(
      db,
      tenantId,
      subscription_id,
      [event_id],
      "replay",
    );
    await writeAudit(db, actor, {
      action: "webhook.replayed",
      entity: "webhook_delivery",
      entity_id: id,
    });
    return findDelivery(db, tenantId, replayed);
  });
}

/**
 * Sends the events of [from, to) to a subscription (again), including those without a delivery to
 * it. Types are those it is subscribed to, or the named ones among them. Throws not_found,
 * validation_failed (disabled, an empty range, over 10,000 events including those already waiting).
 */
export async function replayRange(
  actor: StaffActor,
  id: string,
  range: ReplayRange,
): Promise<{ queued: number }> {
  const { from, to } = instantRange(
    { from: range.from, to: range.to ?? clock.date() },
    actor.tenant.time_zone,
  );
  if (to <= from) throw invalidField("to", "The end must be after the start.");
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const subscription = await findEnabled(db, tenantId, id);
    const named: readonly string[] | undefined = range.types;
    const types = typesOf(subscription).filter((type) => named?.includes(type) ?? true);
    const wanted = { types, from, to, missing_of: range.only_missing ? id : null };
    const eventIds = await findEvents(db, tenantId, wanted, MAX_REPLAYED + 1);
    if (eventIds.length > MAX_REPLAYED)
      throw invalidField(
        "from",
        `That are more than ${MAX_REPLAYED.toLocaleString("en")} events; take a shorter range.`,
        "too_big",
      );
    await checkWaiting(db, tenantId, eventIds.length);
    await insertDeliveries(db, tenantId, id, eventIds, "replay");
    await writeAudit(db, actor, {
      action: "webhook.range_replayed",
      entity: "webhook_subscription",
      entity_id: id,
      diff: {
        from: from.toISOString(),
        to: to.toISOString(),
        types,
        queued: eventIds.length,
      },
    });
    return { queued: eventIds.length };
  });
}

/**
 * Sends a fictitious event to a subscription, once, through the real queue. Throws not_found,
 * validation_failed (disabled).
 */
export async function sendTestEvent(
  actor: StaffActor,
  id: string,
  wantedType: DeliveredEventType | undefined,
): Promise<WebhookDelivery> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const subscription = await findEnabled(db, tenantId, id);
    const type =
      wantedType ??
      webhookEventTypes.find((known) => subscription.events.includes(known)) ??
      "booking.created";
    const event = makeTestEvent(actor.tenant, type, clock.date());
    await insertTestEvent(db, actor, type, event);
    const [delivery = ""] = await insertDeliveries(db, tenantId, id, [event.id], "test");
    await writeAudit(db, actor, {
      action: "webhook.tested",
      entity: "webhook_subscription",
      entity_id: id,
    });
    return findDelivery(db, tenantId, delivery);
  });
}

/** Limits a company's waiting replays; sent ones make room. */
async function checkWaiting(db: Sql, tenantId: string, more: number): Promise<void> {
  const waiting = await countWaiting(db, tenantId);
  if (waiting + more <= MAX_WAITING_REPLAYS) return;
  const most = MAX_WAITING_REPLAYS.toLocaleString("en");
  throw invalidField(
    "from",
    `${waiting.toLocaleString("en")} replays wait to be sent already, and at most ${most} can. Take a shorter range, or wait.`,
    "too_big",
  );
}
