import { randomBytes } from "node:crypto";
import sql, { empty, raw } from "sql-template-tag";
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
import { changedFields, writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { refusalOf } from "./address-rules";
import { secretContext, SUBSCRIPTION_COLUMNS, type SubscriptionRow, toSubscription } from "./subscription-row";

const MAX_SUBSCRIPTIONS = 20;
const COLUMNS = raw(SUBSCRIPTION_COLUMNS);

/** The tenant's subscriptions, the oldest first. */
export async function listSubscriptions(actor: StaffActor, query: PageQuery): Promise<PageOf<WebhookSubscription>> {
  const found = await pool.query<SubscriptionRow>(
    sql`select ${COLUMNS} from webhook_subscription where tenant_id = ${actor.tenant.id} `,
  );
  return pageOfAll(found.rows.map(toSubscription), query, "created_at", (row) => `${row.created_at} ${row.id}`);
}

/** Throws not_found. */
export async function getSubscription(actor: StaffActor, id: string): Promise<WebhookSubscription> {
  return toSubscription(await findRow(pool, actor.tenant.id, id));
}

/**
 * Subscribes a URL to event types; the answer alone holds the signing secret. Throws invalid_event_type (a name outside the closed
 * list), validation_failed (an address that may not be reached, or more than 20 subscriptions).
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
    // One creation of a tenant at a time, so that two cannot both be the twentieth.
    await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
    const counted = await db.query<{ count: number }>(
      sql`select count(*)::int as count from webhook_subscription where tenant_id = ${tenantId}`,
    );
    if ((counted.rows[0]?.count ?? 0) >= MAX_SUBSCRIPTIONS)
      throw new AppError(
        "validation_failed",
        `There can be at most ${MAX_SUBSCRIPTIONS} subscriptions. Delete one first.`,
      );
    const created = await db.query<SubscriptionRow>(
      sql`insert into webhook_subscription (tenant_id, id, url, events, description, secret_ciphertext)
        values (${tenantId}, ${id}, ${url}, ${input.events}::text[], ${input.description ?? null}, ${seal(secret, tenantId, id)})
        returning ${COLUMNS}`,
    );
    await writeAudit(db, actor, { action: "webhook.created", entity: "webhook_subscription", entity_id: id });
    return { ...toSubscription(only(created.rows)), secret };
  });
}

/**
 * Changes a subscription. Disabling cancels what still waits to be sent; enabling starts afresh (replay what was missed).
 * Throws not_found, invalid_event_type, validation_failed.
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
    const before = toSubscription(await findRow(db, tenantId, id, "for no key update"));
    const next = { ...before, ...patch };
    const disabled = next.enabled ? sql`null` : sql`now()`;
    const switched =
      next.enabled === before.enabled
        ? empty
        : sql`, disabled_at = ${disabled}, disabled_reason = ${next.enabled ? null : "manual"}, failing_since = null, failure_count = 0`;
    const updated = await db.query<SubscriptionRow>(
      sql`update webhook_subscription set url = ${next.url}, events = ${next.events}::text[], description = ${next.description} ${switched}
        where tenant_id = ${tenantId} and id = ${id} returning ${COLUMNS}`,
    );
    if (!next.enabled) await cancelWaiting(db, tenantId, id);
    await writeAudit(db, actor, {
      action: "webhook.updated",
      entity: "webhook_subscription",
      entity_id: id,
      diff: changedFields(before, patch),
    });
    return toSubscription(only(updated.rows));
  });
}

/** A new signing secret, in this answer alone; the one before stays valid beside it for 24 hours. Throws not_found. */
export async function rotateSecret(actor: StaffActor, id: string): Promise<CreatedWebhookSubscription> {
  const tenantId = actor.tenant.id;
  const secret = newSecret();
  return transaction(async (db) => {
    const updated = await db.query<SubscriptionRow>(
      sql`update webhook_subscription set previous_secret_ciphertext = secret_ciphertext,
          previous_secret_expires_at = now() + interval '24 hours', secret_ciphertext = ${seal(secret, tenantId, id)}
        where tenant_id = ${tenantId} and id = ${id} returning ${COLUMNS}`,
    );
    if (updated.rows[0] === undefined) throw notFound();
    await writeAudit(db, actor, { action: "webhook.secret_rotated", entity: "webhook_subscription", entity_id: id });
    return { ...toSubscription(updated.rows[0]), secret };
  });
}

/** Deletes a subscription with its deliveries and their log. Throws not_found. */
export async function deleteSubscription(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    const deleted = await db.query<{ url: string }>(
      sql`delete from webhook_subscription where tenant_id = ${actor.tenant.id} and id = ${id} returning url`,
    );
    if (deleted.rows[0] === undefined) throw notFound();
    const diff = { url: [deleted.rows[0].url, null] };
    await writeAudit(db, actor, { action: "webhook.deleted", entity: "webhook_subscription", entity_id: id, diff });
  });
}

/** A subscription that can be sent to. Throws not_found, validation_failed (disabled). */
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
  lock: "" | "for no key update" = "",
): Promise<SubscriptionRow> {
  const found = await db.query<SubscriptionRow>(
    sql`select ${COLUMNS} from webhook_subscription where tenant_id = ${tenantId} and id = ${id} ${raw(lock)}`,
  );
  if (found.rows[0] === undefined) throw notFound();
  return found.rows[0];
}

/** What a sender holds at this moment is left to that sender, which finds the subscription disabled when it records. */
async function cancelWaiting(db: Sql, tenantId: string, subscriptionId: string): Promise<void> {
  await db.query(
    sql`update webhook_delivery set status = 'cancelled', next_attempt_at = null, completed_at = now()
      where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and status = 'pending'
        and (leased_until is null or leased_until <= now())`,
  );
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
  throw new AppError("invalid_event_type", `These are not event types: ${names}. The types are ${known.join(", ")}.`, {
    issues,
  });
}

/** The address in its one normal form (scheme and host in small letters), which is what is stored, shown and sent to. */
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

function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement that returns its row returned none.");
  return row;
}
