import sql, { raw } from "sql-template-tag";
import { pool, prepared } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { startRounds } from "~/lib/tenant-round.server";
import { eventTraces } from "../events/event-traces.sql.server";

/** How long a sender may keep a delivery without renewing. */
export const LEASE_SECONDS = 10;
/** How many deliveries one endpoint gets at once. */
export const AT_ONCE = 4;
/** After so many failures in a row an endpoint gets one at a time, until something reaches it again. */
const BREAKER_FAILURES = 5;
/** Every so many claims of a process begin with the oldest: an endpoint's backlog then ends although what is new comes first. */
const OLDEST_FIRST_EVERY = 4;

/** A delivery in a sender's hands, with what it needs to send it. */
export interface ClaimedDelivery {
  tenant_id: string;
  id: string;
  origin: "event" | "replay" | "test";
  lease_id: string;
  /** The endpoint has failed several times in a row. */
  is_failing: boolean;
  /** Attempts made before. */
  attempts: number;
  event_id: string;
  type: string;
  body: string;
  subscription_id: string;
  url: string;
  secret_ciphertext: Buffer;
  /** The secret before a rotation, while it is valid. */
  previous_secret_ciphertext: Buffer | null;
  /** The trace in which its event was recorded; null: none. */
  traceparent: string | null;
}

const LEASE = raw(`interval '${LEASE_SECONDS} seconds'`);
/** Tenants of whom one process claims at the same time. */
const TENANTS_AT_ONCE = 4;

const goRound = startRounds("webhook deliveries", tenantsWithDueDeliveries, TENANTS_AT_ONCE);
let claims = 0;

/**
 * Takes at most `limit` due deliveries for ten seconds, by the database's clock. Fair: tenants in turn, and within each its endpoints,
 * those that work first; endpoints that fail get at most `failingLimit` in all, so that dead ones delay nobody. Tenants in `spent` are
 * passed by; who gave less than was asked for is put there, for the caller to take out when that may have changed.
 */
export async function claimDeliveries(
  limit: number,
  failingLimit: number,
  spent = new Set<string>(),
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  // What is left to give out: a claim under way has its share taken off, and gives back what it did not use.
  let left = limit;
  let failingLeft = failingLimit;
  const isOldestFirst = ++claims % OLDEST_FIRST_EVERY === 0;
  const ended = goRound(async (tenantId, tenants) => {
    if (spent.has(tenantId)) return true;
    const share = Math.min(Math.ceil(limit / tenants), left);
    if (share === 0) return false;
    const failingShare = Math.max(0, Math.min(share, failingLeft));
    left -= share;
    failingLeft -= failingShare;
    spent.add(tenantId); // before it is asked: what changes meanwhile takes it out again
    const taken = await claimDeliveriesOf(tenantId, share, failingShare, isOldestFirst);
    if (taken.length === share) spent.delete(tenantId);
    claimed.push(...taken);
    left += share - taken.length;
    failingLeft += failingShare - taken.filter((delivery) => delivery.is_failing).length;
    return left > 0;
  });
  // What has been claimed is sent, also when the database was lost before the round was over.
  await ended.catch((error: unknown) => {
    if (claimed.length === 0) throw error;
  });
  return claimed;
}

/** claim-deliveries.sql says how. Nothing when another sender is claiming of this tenant: it takes what is due. */
async function claimDeliveriesOf(
  tenantId: string,
  limit: number,
  failingLimit: number,
  isOldestFirst: boolean,
): Promise<ClaimedDelivery[]> {
  const leases = Array.from({ length: limit }, () => newId());
  const claimed = await pool.query<Omit<ClaimedDelivery, "tenant_id" | "traceparent">>(
    prepared(sql`select * from claim_deliveries(${tenantId}::uuid, ${leases}::uuid[], ${LEASE_SECONDS}::int, ${failingLimit}::int,
      ${AT_ONCE}::int, ${BREAKER_FAILURES}::int, ${isOldestFirst}::boolean)`),
  );
  const traces = await eventTraces(
    pool,
    tenantId,
    claimed.rows.map((row) => row.event_id),
  );
  return claimed.rows.map((row) => ({
    ...row,
    tenant_id: tenantId,
    traceparent: traces.get(row.event_id) ?? null,
  }));
}

async function tenantsWithDueDeliveries(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ id: string }>(
    prepared(sql`select tenants_with_due_deliveries(${after}::uuid, ${limit}::int) as id`),
  );
  return found.rows.map((row) => row.id);
}

type Lease = Pick<ClaimedDelivery, "tenant_id" | "id" | "lease_id">;

/** Keeps deliveries for ten more seconds; returns the leases still held. Another sender has taken those that are missing. */
export async function renewLeases(deliveries: Lease[]): Promise<Set<string>> {
  const held = await ofEachTenant(deliveries, async (tenantId, leases) => {
    const renewed = await pool.query<{ lease_id: string }>(
      sql`update webhook_delivery d set leased_until = statement_timestamp() + ${LEASE} from ${rowsOf(leases)}
        where d.tenant_id = ${tenantId} and d.id = l.id and d.lease_id = l.lease_id returning d.lease_id`,
    );
    return renewed.rows.map((row) => row.lease_id);
  });
  return new Set(held.flat());
}

/** Gives deliveries back unsent, for another sender to take at once. */
export async function releaseLeases(deliveries: Lease[]): Promise<void> {
  await ofEachTenant(deliveries, (tenantId, leases) =>
    pool.query(
      sql`update webhook_delivery d set lease_id = null, leased_until = null from ${rowsOf(leases)}
        where d.tenant_id = ${tenantId} and d.id = l.id and d.lease_id = l.lease_id`,
    ),
  );
}

/** A statement per tenant, as many at a time as the pool lets through. */
function ofEachTenant<T>(
  deliveries: Lease[],
  run: (tenantId: string, leases: Lease[]) => Promise<T>,
): Promise<T[]> {
  const byTenant = new Map<string, Lease[]>();
  for (const lease of deliveries) {
    const leases = byTenant.get(lease.tenant_id) ?? [];
    byTenant.set(lease.tenant_id, leases);
    leases.push(lease);
  }
  return Promise.all([...byTenant].map(([tenantId, leases]) => run(tenantId, leases)));
}

function rowsOf(leases: Lease[]) {
  return sql`unnest(${leases.map((one) => one.id)}::uuid[], ${leases.map((one) => one.lease_id)}::uuid[]) as l (id, lease_id)`;
}
