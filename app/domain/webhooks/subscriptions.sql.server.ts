import sql, { empty, raw } from "sql-template-tag";
import type { WebhookSubscription } from "~/contract/webhooks";
import { pool, type Sql } from "~/lib/db.server";
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow } from "./subscription-row";

const COLUMNS = raw(SUBSCRIPTION_COLUMNS);

export async function findSubscriptions(tenantId: string): Promise<SubscriptionRow[]> {
  const found = await pool.query<SubscriptionRow>(
    sql`select ${COLUMNS} from webhook_subscription where tenant_id = ${tenantId} `,
  );
  return found.rows;
}

/** `lock`: until the transaction ends. */
export async function findSubscription(
  db: Sql,
  tenantId: string,
  id: string,
  lock = false,
): Promise<SubscriptionRow | undefined> {
  const found = await db.query<SubscriptionRow>(
    sql`select ${COLUMNS} from webhook_subscription where tenant_id = ${tenantId} and id = ${id} ${lock ? sql`for no key update` : empty}`,
  );
  return found.rows[0];
}

/**
 * Counts a tenant's subscriptions and locks out other inserts, so that the count stays valid until
 * the transaction ends.
 */
export async function countLocked(db: Sql, tenantId: string): Promise<number> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
  const counted = await db.query<{ count: number }>(
    sql`select count(*)::int as count from webhook_subscription where tenant_id = ${tenantId}`,
  );
  return counted.rows[0]!.count; // an aggregate is one row
}

type Sent = Pick<SubscriptionRow, "url" | "events" | "changes" | "description">;

export async function insertSubscription(
  db: Sql,
  tenantId: string,
  id: string,
  { url, events, changes, description }: Sent,
  secret: Buffer,
): Promise<SubscriptionRow> {
  const created = await db.query<SubscriptionRow>(
    sql`insert into webhook_subscription (tenant_id, id, url, events, changes, description, secret_ciphertext)
        values (${tenantId}, ${id}, ${url}, ${events}::text[], ${changes}, ${description}, ${secret})
        returning ${COLUMNS}`,
  );
  return created.rows[0]!; // inserted
}

/** Updates a locked row. Enabling or disabling it resets its failure count. */
export async function writeSubscription(
  db: Sql,
  tenantId: string,
  before: WebhookSubscription,
  next: Sent & Pick<WebhookSubscription, "enabled">,
): Promise<SubscriptionRow> {
  const disabled = next.enabled ? sql`null` : sql`now()`;
  const switched =
    next.enabled === before.enabled
      ? empty
      : sql`, disabled_at = ${disabled}, disabled_reason = ${next.enabled ? null : "manual"}, failing_since = null, failure_count = 0`;
  const updated = await db.query<SubscriptionRow>(
    sql`update webhook_subscription set url = ${next.url}, events = ${next.events}::text[], changes = ${next.changes}, description = ${next.description} ${switched}
        where tenant_id = ${tenantId} and id = ${before.id} returning ${COLUMNS}`,
  );
  return updated.rows[0]!; // locked before
}

/** Replaces the secret; the previous one stays valid for 24 hours. */
export async function replaceSecret(
  db: Sql,
  tenantId: string,
  id: string,
  secret: Buffer,
): Promise<SubscriptionRow | undefined> {
  const updated = await db.query<SubscriptionRow>(
    sql`update webhook_subscription set previous_secret_ciphertext = secret_ciphertext,
          previous_secret_expires_at = now() + interval '24 hours', secret_ciphertext = ${secret}
        where tenant_id = ${tenantId} and id = ${id} returning ${COLUMNS}`,
  );
  return updated.rows[0];
}

/** Returns the URL of the deleted one. */
export async function removeSubscription(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await db.query<{ url: string }>(
    sql`delete from webhook_subscription where tenant_id = ${tenantId} and id = ${id} returning url`,
  );
  return deleted.rows[0]?.url;
}

/**
 * Leased deliveries are left to their sender, which finds the subscription disabled when it records
 * the result.
 */
export async function cancelWaiting(
  db: Sql,
  tenantId: string,
  subscriptionId: string,
): Promise<void> {
  await db.query(
    sql`update webhook_delivery set status = 'cancelled', next_attempt_at = null, completed_at = now()
      where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and status = 'pending'
        and (leased_until is null or leased_until <= now())`,
  );
}
