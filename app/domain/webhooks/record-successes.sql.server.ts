import sql from "sql-template-tag";
import { pool, prepared } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { ClaimedDelivery } from "./claim-deliveries.sql.server";

/** Per statement, because it locks its deliveries until it ends. */
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

/**
 * Successes to be written, by tenant; a tenant has an entry while one of its statements is running.
 */
const waiting = new Map<string, Success[]>();

/**
 * Records a successful attempt, batched with the tenant's others that end while a statement is
 * running. False when another sender has taken the delivery meanwhile.
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

/** Returns the leases that were still held. */
async function writeSuccesses(tenantId: string, successes: Success[]): Promise<Set<string>> {
  const rows = successes.map(
    ({ delivery: { id: delivery_id, lease_id, subscription_id }, attempt }) => {
      return { ...attempt, id: newId(), delivery_id, lease_id, subscription_id };
    },
  );
  const written = await pool.query<{ lease_id: string }>(
    prepared(
      sql`select record_successes(${tenantId}::uuid, ${JSON.stringify(rows)}::jsonb) as lease_id`,
    ),
  );
  return new Set(written.rows.map((row) => row.lease_id));
}
