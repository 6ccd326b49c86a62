import { randomBytes } from "node:crypto";
import type { PageOf, PageQuery } from "~/contract/common";
import type {
  CreatedWebhookSubscription,
  NewWebhookSubscription,
  WebhookSubscription,
  WebhookSubscriptionPatch,
} from "~/contract/webhooks";
import { webhookEventTypes } from "~/contract/webhooks";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { encrypt } from "~/lib/crypto.server";
import { pageOfAll } from "~/lib/cursor.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { refusalOf } from "~/lib/outside/address-rules";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { secretContext, type SubscriptionRow, toSubscription } from "./subscription-row";
import {
  cancelWaiting,
  countLocked,
  findSubscription,
  findSubscriptions,
  insertSubscription,
  removeSubscription,
  replaceSecret,
  writeSubscription,
} from "./subscriptions.sql.server";

const MAX_SUBSCRIPTIONS = 20;

/** The tenant's subscriptions, the oldest first. */
export async function listSubscriptions(
  actor: StaffActor,
  query: PageQuery,
): Promise<PageOf<WebhookSubscription>> {
  const rows = await findSubscriptions(actor.tenant.id);
  return pageOfAll(
    rows.map(toSubscription),
    query,
    "created_at",
    (row) => `${row.created_at} ${row.id}`,
  );
}

/** Throws not_found. */
export async function getSubscription(actor: StaffActor, id: string): Promise<WebhookSubscription> {
  return toSubscription(await findRow(pool, actor.tenant.id, id));
}

/**
 * Subscribes a URL to event types; only this answer contains the signing secret. Throws
 * invalid_event_type (a name outside the closed list), validation_failed (an address that may not
 * be reached, or more than 20 subscriptions).
 */
export async function createSubscription(
  actor: StaffActor,
  input: NewWebhookSubscription,
): Promise<CreatedWebhookSubscription> {
  checkEvents(input.events);
  const url = checkUrl(input.url);
  const tenantId = actor.tenant.id;
  const id = newId();
  const secret = newSecret();
  return transaction(async (db) => {
    if ((await countLocked(db, tenantId)) >= MAX_SUBSCRIPTIONS)
      throw new AppError(
        "validation_failed",
        `There can be at most ${MAX_SUBSCRIPTIONS} subscriptions. Delete one first.`,
      );
    const { events, changes, description = null } = input;
    const created = await insertSubscription(
      db,
      tenantId,
      id,
      { url, events, changes, description },
      seal(secret, tenantId, id),
    );
    await writeAudit(db, actor, {
      action: "webhook.created",
      entity: "webhook_subscription",
      entity_id: id,
    });
    return { ...toSubscription(created), secret };
  });
}

/**
 * Changes a subscription. Disabling cancels waiting deliveries; enabling resets its failures
 * (replay what was missed). Throws not_found, invalid_event_type, validation_failed.
 */
export async function updateSubscription(
  actor: StaffActor,
  id: string,
  patch: WebhookSubscriptionPatch,
): Promise<WebhookSubscription> {
  if (patch.events !== undefined) checkEvents(patch.events);
  if (patch.url !== undefined) patch = { ...patch, url: checkUrl(patch.url) };
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const before = toSubscription(await findRow(db, tenantId, id, true));
    const next = { ...before, ...patch };
    const updated = await writeSubscription(db, tenantId, before, next);
    if (!next.enabled) await cancelWaiting(db, tenantId, id);
    await writeAudit(db, actor, {
      action: "webhook.updated",
      entity: "webhook_subscription",
      entity_id: id,
      diff: changedFields(before, patch),
    });
    return toSubscription(updated);
  });
}

/**
 * Creates a new signing secret, contained in this answer only; the previous one stays valid for 24
 * hours. Throws not_found.
 */
export async function rotateSecret(
  actor: StaffActor,
  id: string,
): Promise<CreatedWebhookSubscription> {
  const tenantId = actor.tenant.id;
  const secret = newSecret();
  return transaction(async (db) => {
    const updated = await replaceSecret(db, tenantId, id, seal(secret, tenantId, id));
    if (updated === undefined) throw notFound("Webhook subscription", id);
    await writeAudit(db, actor, {
      action: "webhook.secret_rotated",
      entity: "webhook_subscription",
      entity_id: id,
    });
    return { ...toSubscription(updated), secret };
  });
}

/** Deletes a subscription with its deliveries and their log. Throws not_found. */
export async function deleteSubscription(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    const url = await removeSubscription(db, actor.tenant.id, id);
    if (url === undefined) throw notFound("Webhook subscription", id);
    const diff = { url: [url, null] };
    await writeAudit(db, actor, {
      action: "webhook.deleted",
      entity: "webhook_subscription",
      entity_id: id,
      diff,
    });
  });
}

/** An enabled subscription. Throws not_found, validation_failed (disabled). */
export async function findEnabled(db: Sql, tenantId: string, id: string): Promise<SubscriptionRow> {
  const row = await findRow(db, tenantId, id);
  if (row.disabled_at !== null)
    throw new AppError("validation_failed", "This subscription is disabled. Enable it first.");
  return row;
}

async function findRow(
  db: Sql,
  tenantId: string,
  id: string,
  lock = false,
): Promise<SubscriptionRow> {
  const row = await findSubscription(db, tenantId, id, lock);
  if (row === undefined) throw notFound("Webhook subscription", id);
  return row;
}

function checkEvents(events: string[]): void {
  const known: readonly string[] = webhookEventTypes;
  const issues = events.flatMap((name, index) =>
    known.includes(name)
      ? []
      : [
          {
            path: `events.${index}`,
            code: "invalid_event_type",
            message: `There is no event "${name}". Use ${known.join(", ")}.`,
          },
        ],
  );
  if (issues.length === 0) return;
  const names = events.filter((name) => !known.includes(name)).join(", ");
  throw new AppError(
    "invalid_event_type",
    `These are not event types: ${names}. The types are ${known.join(", ")}.`,
    {
      issues,
    },
  );
}

/** The normalised URL (scheme and host in lower case), which is stored, shown and called. */
function checkUrl(url: string): string {
  const refusal = refusalOf(url, env.WEBHOOK_ALLOW_HOSTS);
  if (refusal !== null) throw invalidField("url", refusal, "address_not_allowed");
  return new URL(url).href;
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function seal(secret: string, tenantId: string, id: string): Buffer {
  return encrypt(secret, secretContext(tenantId, id));
}
