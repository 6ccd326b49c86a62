import sql, { raw } from "sql-template-tag";
import { pool, prepared } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { startRounds } from "~/lib/tenant-round.server";
import { eventTraces } from "../events/event-traces.sql.server";

/** The lease of a sender on a delivery, unless renewed. */
export const LEASE_SECONDS = 10;
/** Concurrent deliveries per endpoint. */
export const AT_ONCE = 4;
/** After so many failures in a row an endpoint gets one delivery at a time, until one succeeds. */
const BREAKER_FAILURES = 5;
/**
 * Every nth claim of a process starts with the oldest delivery, so that an endpoint's backlog
 * shrinks although new ones go first.
 */
const OLDEST_FIRST_EVERY = 4;

/** A leased delivery, with everything needed to send it. */
export interface ClaimedDelivery {
  tenant_id: string;
  id: string;
  origin: "event" | "replay" | "test";
  lease_id: string;
  /** The endpoint has failed several times in a row. */
  is_failing: boolean;
  /** Previous attempts. */
  attempts: number;
  event_id: string;
  type: string;
  body: string;
  subscription_id: string;
  url: string;
  secret_ciphertext: Buffer;
  /** The previous secret during a rotation, while it is valid. */
  previous_secret_ciphertext: Buffer | null;
  /** The trace in which its event was recorded; null: none. */
  traceparent: string | null;
}

const LEASE = raw(`interval '${LEASE_SECONDS} seconds'`);
/** Tenants claimed from concurrently by one process. */
const TENANTS_AT_ONCE = 4;

const goRound = startRounds("webhook deliveries", tenantsWithDueDeliveries, TENANTS_AT_ONCE);
let claims = 0;

/**
 * Leases at most `limit` due deliveries for ten seconds, by the database's clock. Fair: tenants in
 * turn, and within each its endpoints, working ones first; failing endpoints get at most
 * `failingLimit` in total, so that dead ones delay nobody. Skips tenants in `spent`; a tenant with
 * fewer deliveries than requested is added to it, for the caller to remove when that may have
 * changed.
 */
export async function claimDeliveries(
  limit: number,
  failingLimit: number,
  spent = new Set<string>(),
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  // The remaining capacity: a claim in progress reserves its share and returns what it did not use.
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
    spent.add(tenantId); // added before the query, so that a change meanwhile removes it again
    const taken = await claimDeliveriesOf(tenantId, share, failingShare, isOldestFirst);
    if (taken.length === share) spent.delete(tenantId);
    claimed.push(...taken);
    left += share - taken.length;
    failingLeft += failingShare - taken.filter((delivery) => delivery.is_failing).length;
    return left > 0;
  });
  // Send what was claimed, even if the database was lost before the round ended.
  await ended.catch((error: unknown) => {
    if (claimed.length === 0) throw error;
  });
  return claimed;
}

/** See claim-deliveries.sql. Returns nothing when another sender is claiming from this tenant. */
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

/**
 * Renews leases for ten seconds; returns those still held. The others were taken by another sender.
 */
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

/** Releases unsent deliveries, for other senders to take immediately. */
export async function releaseLeases(deliveries: Lease[]): Promise<void> {
  await ofEachTenant(deliveries, (tenantId, leases) =>
    pool.query(
      sql`update webhook_delivery d set lease_id = null, leased_until = null from ${rowsOf(leases)}
        where d.tenant_id = ${tenantId} and d.id = l.id and d.lease_id = l.lease_id`,
    ),
  );
}

/** One statement per tenant, as many concurrently as the pool allows. */
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
