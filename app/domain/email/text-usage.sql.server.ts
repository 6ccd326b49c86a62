import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";

/**
 * Counts one of the tenant's text reminders this month (UTC), atomically, so that concurrent ones
 * cannot exceed the budget; false: used up.
 */
export async function countText(db: Sql, tenantId: string, budget: number): Promise<boolean> {
  if (budget <= 0) return false;
  const counted = await db.query(
    sql`insert into sms_usage (tenant_id, month, sent, reminders)
      values (${tenantId}, date_trunc('month', now() at time zone 'UTC'), 0, 1)
      on conflict (tenant_id, month) do update set reminders = sms_usage.reminders + 1 where sms_usage.reminders < ${budget}::int`,
  );
  return counted.rowCount === 1;
}

export interface TextUsage {
  /** Counted against the budget. */
  sent: number;
  parts: number;
  /** Amounts the provider has reported, by currency. */
  reported: { currency: string; amount: string }[];
  /** Parts without a reported price. */
  unpriced_parts: number;
}

/** The tenant's text reminders of this month (UTC) and their cost: at most as many rows as its budget. */
export async function readTextUsage(tenantId: string): Promise<TextUsage> {
  const month = sql`date_trunc('month', now() at time zone 'UTC')`;
  const found = await pool.query<TextUsage>(
    sql`with sent as (
        select parts, price, price_currency from message where tenant_id = ${tenantId} and kind = 'booking_reminder'
          and channel <> 'email' and created_at >= ${month} at time zone 'UTC' and status in ('sent', 'bounced'))
      select coalesce((select reminders from sms_usage where tenant_id = ${tenantId} and month = ${month}), 0) as sent,
        (select coalesce(sum(parts), 0)::int from sent) as parts,
        (select coalesce(sum(parts) filter (where price is null), 0)::int from sent) as unpriced_parts,
        coalesce((select json_agg(json_build_object('currency', p.price_currency, 'amount', p.amount::text) order by p.price_currency)
          from (select price_currency, sum(price) as amount from sent where price is not null group by price_currency) p), '[]') as reported`,
  );
  return found.rows[0]!; // a select without a table has one row
}
