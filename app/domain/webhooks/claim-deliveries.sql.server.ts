import sql, { raw } from "sql-template-tag";
import { pool, prepared, transaction } from "~/lib/db.server";

/** How long a sender may keep a delivery without renewing. */
export const LEASE_SECONDS = 10;
/** How many deliveries one endpoint gets at once. */
const AT_ONCE = 4;
/** After so many failures in a row an endpoint gets one at a time, until something reaches it again. */
const BREAKER_FAILURES = 5;
/** The advisory lock under which deliveries are claimed: two claimers that counted at once would both take the fourth. */
const CLAIM_LOCK = 4_862_201_918;

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
}

const LEASE = raw(`interval '${LEASE_SECONDS} seconds'`);

/**
 * Takes at most `limit` due deliveries for ten seconds, by the database's clock. Fair: every subscription is asked in turn, those
 * whose endpoint works first; endpoints that fail get at most `failingLimit` of them, so that dead ones delay nobody.
 */
export async function claimDeliveries(limit: number, failingLimit: number): Promise<ClaimedDelivery[]> {
  return transaction(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(${CLAIM_LOCK}::bigint)`);
    // A statement of its own, so that its snapshot is younger than the lock and sees what the claimer before has taken.
    const claimed = await db.query<ClaimedDelivery>(prepared(claimStatement(limit, failingLimit)));
    return claimed.rows;
  });
}

function claimStatement(limit: number, failingLimit: number) {
  return sql`
    with recursive pending as (
      -- One step of an index per subscription that has anything pending, however long its backlog is.
      (select tenant_id, subscription_id from webhook_delivery where status = 'pending' order by tenant_id, subscription_id limit 1)
      union all
      select n.tenant_id, n.subscription_id from pending p cross join lateral (
        select d.tenant_id, d.subscription_id from webhook_delivery d
        where d.status = 'pending' and (d.tenant_id, d.subscription_id) > (p.tenant_id, p.subscription_id)
        order by d.tenant_id, d.subscription_id limit 1) n),
    open as materialized (
      select s.tenant_id, s.id, s.failure_count >= ${BREAKER_FAILURES} as is_failing,
        case when s.failure_count >= ${BREAKER_FAILURES} then 1 else ${AT_ONCE} end - (
          select count(*) from webhook_delivery d where d.tenant_id = s.tenant_id and d.subscription_id = s.id
            and d.lease_id is not null and d.leased_until > statement_timestamp()) as free
      from pending p join webhook_subscription s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
      where s.disabled_at is null),
    due as materialized (
      select o.is_failing, o.free, d.* from open o cross join lateral (
        select d.tenant_id, d.id, d.subscription_id, d.next_attempt_at from webhook_delivery d
        where d.tenant_id = o.tenant_id and d.subscription_id = o.id and d.status = 'pending'
          and d.next_attempt_at <= statement_timestamp() and (d.leased_until is null or d.leased_until <= statement_timestamp())
        order by d.next_attempt_at limit greatest(o.free, 0) for update skip locked) d),
    ranked as (
      select *, row_number() over (partition by subscription_id order by next_attempt_at) - free as turn from due),
    placed as (
      select *, row_number() over (partition by is_failing order by turn, next_attempt_at) as place from ranked),
    picked as materialized (
      select tenant_id, id, is_failing from placed where not is_failing or place <= ${failingLimit}
      order by is_failing, place limit ${limit}),
    leased as (
      update webhook_delivery d set lease_id = gen_random_uuid(), leased_until = statement_timestamp() + ${LEASE}
      from picked p where d.tenant_id = p.tenant_id and d.id = p.id returning d.*, p.is_failing)
    select l.tenant_id, l.id, l.origin, l.lease_id, l.is_failing, l.attempts, l.event_id, e.type, e.body, l.subscription_id, s.url, s.secret_ciphertext,
      case when s.previous_secret_expires_at > statement_timestamp() then s.previous_secret_ciphertext end as previous_secret_ciphertext
    from leased l
      join event e on e.tenant_id = l.tenant_id and e.id = l.event_id
      join webhook_subscription s on s.tenant_id = l.tenant_id and s.id = l.subscription_id`;
}

/** Keeps deliveries for ten more seconds; returns the leases still held. Another sender has taken those that are missing. */
export async function renewLeases(
  deliveries: Pick<ClaimedDelivery, "tenant_id" | "id" | "lease_id">[],
): Promise<Set<string>> {
  const renewed = await pool.query<{ lease_id: string }>(
    sql`update webhook_delivery d set leased_until = statement_timestamp() + ${LEASE} from ${leasesOf(deliveries)}
      where d.tenant_id = l.tenant_id and d.id = l.id and d.lease_id = l.lease_id returning d.lease_id`,
  );
  return new Set(renewed.rows.map((row) => row.lease_id));
}

/** Gives deliveries back unsent, for another sender to take at once. */
export async function releaseLeases(
  deliveries: Pick<ClaimedDelivery, "tenant_id" | "id" | "lease_id">[],
): Promise<void> {
  await pool.query(
    sql`update webhook_delivery d set lease_id = null, leased_until = null from ${leasesOf(deliveries)}
      where d.tenant_id = l.tenant_id and d.id = l.id and d.lease_id = l.lease_id`,
  );
}

function leasesOf(deliveries: Pick<ClaimedDelivery, "tenant_id" | "id" | "lease_id">[]) {
  return sql`unnest(${deliveries.map((one) => one.tenant_id)}::uuid[], ${deliveries.map((one) => one.id)}::uuid[],
    ${deliveries.map((one) => one.lease_id)}::uuid[]) as l (tenant_id, id, lease_id)`;
}
