import sql from "sql-template-tag";
import { pool, prepared } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { ClaimedDelivery } from "./claim-deliveries.sql.server";

/** Of one statement: it locks its deliveries until it ends. */
const BATCH = 100;

export interface Attempt {
  request_url: string;
  request_headers: Record<string, string>;
  started_at: Date;
  latency_ms: number;
  response_code: number | null;
  response_body: string | null;
  error: string | null;
}

interface Success {
  delivery: ClaimedDelivery;
  attempt: Attempt;
  resolve(isHeld: boolean): void;
  reject(error: unknown): void;
}

/** What waits to be written, by tenant; a tenant is here while a statement of it is under way. */
const waiting = new Map<string, Success[]>();

/**
 * Writes an attempt that reached its endpoint, together with the tenant's others that end while a statement is under way. False when
 * another sender has taken the delivery in the meantime.
 */
export function recordSuccess(delivery: ClaimedDelivery, attempt: Attempt): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const success = { delivery, attempt, resolve, reject };
    const others = waiting.get(delivery.tenant_id);
    if (others !== undefined) return void others.push(success);
    waiting.set(delivery.tenant_id, [success]);
    void writeWaiting(delivery.tenant_id);
  });
}

async function writeWaiting(tenantId: string): Promise<void> {
  for (let batch = waiting.get(tenantId)!.splice(0, BATCH); batch.length > 0;) {
    try {
      const held = await writeSuccesses(tenantId, batch);
      for (const { delivery, resolve } of batch) resolve(held.has(delivery.lease_id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    batch = waiting.get(tenantId)!.splice(0, BATCH);
  }
  waiting.delete(tenantId);
}

/** The leases that were still held. */
async function writeSuccesses(tenantId: string, successes: Success[]): Promise<Set<string>> {
  const rows = successes.map(({ delivery: { id: delivery_id, lease_id, subscription_id }, attempt }) => {
    return { ...attempt, id: newId(), delivery_id, lease_id, subscription_id };
  });
  const written = await pool.query<{ lease_id: string }>(
    prepared(sql`with attempt as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id uuid, delivery_id uuid, lease_id uuid, subscription_id uuid,
          request_url text, request_headers jsonb, started_at timestamptz, latency_ms int, response_code int, response_body text)),
      recovered as materialized (
        -- A healthy endpoint's row is left alone. Locked before the deliveries, as wherever both change.
        select id from webhook_subscription where tenant_id = ${tenantId} and failure_count > 0
          and id in (select subscription_id from attempt) order by id for no key update),
      mine as (
        update webhook_delivery d set attempts = d.attempts + 1, lease_id = null, leased_until = null, status = 'succeeded',
          next_attempt_at = null, completed_at = statement_timestamp()
        from attempt a cross join (select count(*) as locked from recovered) r
        where d.tenant_id = ${tenantId} and d.id = a.delivery_id and d.lease_id = a.lease_id
        returning a.id, a.lease_id, d.attempts),
      logged as (
        insert into webhook_attempt (tenant_id, id, delivery_id, attempt, request_url, request_headers, started_at, latency_ms,
          response_code, response_body)
        select ${tenantId}::uuid, a.id, a.delivery_id, mine.attempts, a.request_url, a.request_headers, a.started_at, a.latency_ms,
          a.response_code, a.response_body
        from mine join attempt a on a.id = mine.id),
      counted as (
        update webhook_subscription s set failing_since = null, failure_count = 0
        where s.tenant_id = ${tenantId} and s.id in (select id from recovered)
          and s.id in (select a.subscription_id from attempt a join mine on mine.id = a.id))
      select lease_id from mine`),
  );
  return new Set(written.rows.map((row) => row.lease_id));
}
