import type pg from "pg";

/**
 * Invariants of every database at rest, and queries that count violations. They scan whole tables:
 * for commands, never for requests.
 */
const RULES: { rule: string; count: string }[] = [
  {
    rule: "the exclusion constraint on claims exists and is validated",
    count:
      "select (1 - count(*))::int as broken from pg_constraint where conname = 'claim_no_overlap' and convalidated",
  },
  {
    rule: "no two claims of a lane overlap",
    count: `select count(*)::int as broken from claim a join claim b using (tenant_id, resource_id, lane)
      where a.starts_at < b.starts_at and b.starts_at < a.ends_at`,
  },
  {
    rule: "every active booking has a claim for each of its guests",
    count: `select count(*)::int as broken from booking b where is_live(b.status) and b.party_size <> (
      select count(*) from claim c where c.tenant_id = b.tenant_id and c.booking_id = b.id)`,
  },
  {
    rule: "no ended booking has claims",
    count: `select count(*)::int as broken from claim c join booking b on b.tenant_id = c.tenant_id and b.id = c.booking_id
      where not is_live(b.status)`,
  },
  {
    rule: "each slot's count of taken seats is correct",
    count: `select count(*)::int as broken from slot s where s.starts_at > now() and s.taken <> least(s.capacity, greatest(
      (select count(distinct c.lane) from claim c where c.tenant_id = s.tenant_id and c.resource_id = s.resource_id
        and c.lane < s.capacity and c.block_id is null and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from
        and (s.gap_from is null or c.starts_at < s.gap_from or c.ends_at > s.gap_to)),
      most_around_gap(s.tenant_id, s.resource_id, s.occupies_from, s.occupies_to, s.gap_from, s.gap_to, interval '2 days', null)))`,
  },
  {
    rule: "each resource's booked minutes per day are correct",
    // Within the retention period (lib/retention.sql.ts).
    count: `select count(*)::int as broken from (
        select tenant_id, resource_id, day, booked_minutes as minutes from resource_day where booked_minutes > 0 and day > current_date - 60) d
      full join (select tenant_id, resource_id, (starts_at at time zone 'UTC')::date as day, sum(extract(epoch from ends_at - starts_at))::int / 60 as minutes
        from claim where (booking_id is not null or need_no = 0 and need_of is not null) and (starts_at at time zone 'UTC')::date > current_date - 60 group by 1, 2, 3) c using (tenant_id, resource_id, day)
      where d.minutes is distinct from c.minutes`,
  },
  {
    rule: "no payment is refunded by more than its amount",
    count: `select count(*)::int as broken from payment p where p.amount < (
      select coalesce(sum(r.amount), 0) from refund r
      where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.status = 'succeeded')`,
  },
];

export interface Violation {
  rule: string;
  /** Number of violating rows. */
  broken: number;
}

/**
 * The violated rules; empty for a consistent database. Runs in one snapshot, so it can be used
 * while bookings are made.
 */
export async function auditDatabase(client: pg.ClientBase): Promise<Violation[]> {
  const violations: Violation[] = [];
  await client.query(
    "begin isolation level repeatable read read only; set local statement_timeout = 0",
  );
  try {
    for (const { rule, count } of RULES) {
      const result = await client.query<{ broken: number }>(count);
      const { broken } = result.rows[0]!;
      if (broken > 0) violations.push({ rule, broken });
    }
  } finally {
    await client.query("rollback");
  }
  return violations;
}

export const RULE_COUNT = RULES.length;
