import sql from "sql-template-tag";
import { prepared, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { ClaimedDelivery } from "./claim-deliveries.sql.server";
import {
  DISABLE_AFTER_FAILURES,
  DISABLE_AFTER_MS,
  type Verdict,
  WARN_AFTER_MS,
} from "./delivery-schedule";
import { type Attempt, recordSuccess } from "./record-successes.sql.server";
import {
  type AutomaticReason,
  onSubscriptionDisabled,
  onSubscriptionFailing,
} from "./webhook-mails.server";

/**
 * Records an attempt and its consequences, only for the lease holder: false when another sender has
 * taken the delivery meanwhile. A failure may disable the subscription (410, or five days of
 * failures); its waiting deliveries are then cancelled. Before that, some hours of failures are
 * reported once.
 */
export async function recordAttempt(
  delivery: ClaimedDelivery,
  attempt: Attempt,
  verdict: Verdict,
): Promise<boolean> {
  if (verdict.status === "succeeded") return recordSuccess(delivery, attempt);
  return transaction(async (db) => {
    const written = await writeFailure(db, delivery, attempt, verdict);
    if (written?.disabled_reason)
      await onSubscriptionDisabled(db, delivery, written.disabled_reason);
    else if (written !== null && delivery.origin !== "test") await warnOnce(db, delivery);
    return written !== null;
  });
}

interface Written {
  /** Set when this attempt disabled the subscription. */
  disabled_reason: AutomaticReason | null;
}

/** Once per row of failures: a success ends the row, and the next one is reported again. */
async function warnOnce(db: Sql, delivery: ClaimedDelivery): Promise<void> {
  const { tenant_id, subscription_id } = delivery;
  const warned = await db.query<{ failing_since: Date }>(
    prepared(sql`update webhook_subscription set warned_at = statement_timestamp()
      where tenant_id = ${tenant_id}::uuid and id = ${subscription_id}::uuid and disabled_at is null
        and failing_since <= statement_timestamp() - ${WARN_AFTER_MS}::int * interval '1 ms'
        and (warned_at is null or warned_at < failing_since)
      returning failing_since`),
  );
  const since = warned.rows[0]?.failing_since;
  if (since !== undefined) await onSubscriptionFailing(db, delivery, since);
}

async function writeFailure(
  db: Sql,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  verdict: Verdict,
): Promise<Written | null> {
  const { tenant_id, id, subscription_id, lease_id } = delivery;
  // A failed test delivery must not count against the endpoint.
  const counts = delivery.origin !== "test";
  const logged = JSON.stringify({ ...attempt, id: newId() });
  const written = await db.query<Written & { is_written: boolean }>(
    prepared(sql`select * from record_failure(${tenant_id}::uuid, ${id}::uuid, ${lease_id}::uuid, ${subscription_id}::uuid, ${logged}::jsonb,
      ${verdict.status}::text, ${verdict.delay_ms}::int, ${verdict.is_gone}::boolean, ${counts}::boolean, ${DISABLE_AFTER_FAILURES}::int,
      ${DISABLE_AFTER_MS}::bigint)`),
  );
  const row = written.rows[0]!; // a function with one row
  return row.is_written ? row : null;
}
