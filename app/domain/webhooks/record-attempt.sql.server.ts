import sql from "sql-template-tag";
import { prepared, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { ClaimedDelivery } from "./claim-deliveries.sql.server";
import { DISABLE_AFTER_FAILURES, DISABLE_AFTER_MS, type Verdict } from "./delivery-schedule";
import { type Attempt, recordSuccess } from "./record-successes.sql.server";
import { type DisabledReason, onSubscriptionDisabled } from "./on-subscription-disabled.server";

/**
 * Writes an attempt and what follows from it, by the holder of the lease alone: false when another sender has taken the delivery in the
 * meantime. A failure may disable the subscription (410, or five days of nothing else); its waiting deliveries are then cancelled.
 */
export async function recordAttempt(delivery: ClaimedDelivery, attempt: Attempt, verdict: Verdict): Promise<boolean> {
  if (verdict.status === "succeeded") return recordSuccess(delivery, attempt);
  return transaction(async (db) => {
    const written = await writeFailure(db, delivery, attempt, verdict);
    if (written?.disabled_reason) await onSubscriptionDisabled(db, delivery, written.disabled_reason);
    return written !== null;
  });
}

interface Written {
  /** Set when this attempt is what disabled the subscription. */
  disabled_reason: DisabledReason | null;
}

async function writeFailure(
  db: Sql,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  verdict: Verdict,
): Promise<Written | null> {
  const { tenant_id, id, subscription_id, lease_id } = delivery;
  // A test says nothing about the events that matter: its failure is not counted against the endpoint.
  const counts = delivery.origin !== "test";
  const written = await db.query<Written>(
    prepared(sql`with subscription as materialized (
        -- Locked before the delivery, here and wherever both change, so that no two senders wait for each other.
        select disabled_at, failure_count, failing_since from webhook_subscription where tenant_id = ${tenant_id} and id = ${subscription_id} for no key update),
      mine as (
        update webhook_delivery set attempts = attempts + 1, lease_id = null, leased_until = null,
          status = case when ${verdict.status} = 'pending' and subscription.disabled_at is not null then 'cancelled' else ${verdict.status} end,
          next_attempt_at = case when subscription.disabled_at is null then statement_timestamp() + ${verdict.delay_ms}::int * interval '1 ms' end,
          completed_at = case when ${verdict.status} <> 'pending' or subscription.disabled_at is not null then statement_timestamp() end
        from subscription
        where tenant_id = ${tenant_id} and id = ${id} and lease_id = ${lease_id} returning attempts),
      logged as (
        insert into webhook_attempt (tenant_id, id, delivery_id, attempt, request_url, request_headers, started_at, latency_ms,
          response_code, response_body, error)
        select ${tenant_id}::uuid, ${newId()}::uuid, ${id}::uuid, mine.attempts, ${attempt.request_url}, ${attempt.request_headers}::jsonb,
          ${attempt.started_at}::timestamptz, ${attempt.latency_ms}::int, ${attempt.response_code}::int, ${attempt.response_body}, ${attempt.error}
        from mine),
      judged as (
        select disabled_at is null as was_enabled,
          case when ${verdict.is_gone} then 'gone'
            when failure_count + 1 >= ${DISABLE_AFTER_FAILURES}
              and failing_since <= statement_timestamp() - ${DISABLE_AFTER_MS}::bigint * interval '1 ms' then 'failing' end as reason
        from subscription, mine where ${counts}),
      counted as (
        update webhook_subscription s set
          failing_since = coalesce(s.failing_since, ${attempt.started_at}), failure_count = s.failure_count + 1,
          disabled_at = case when judged.reason is null then s.disabled_at else coalesce(s.disabled_at, statement_timestamp()) end,
          disabled_reason = coalesce(s.disabled_reason, judged.reason)
        from judged where s.tenant_id = ${tenant_id} and s.id = ${subscription_id}),
      cancelled as (
        update webhook_delivery d set status = 'cancelled', next_attempt_at = null, completed_at = statement_timestamp()
        from judged where judged.reason is not null and d.tenant_id = ${tenant_id} and d.subscription_id = ${subscription_id}
          and d.status = 'pending' and d.id <> ${id} and (d.leased_until is null or d.leased_until <= statement_timestamp()))
      select (select reason from judged where was_enabled) as disabled_reason from mine`),
  );
  return written.rows[0] ?? null;
}
