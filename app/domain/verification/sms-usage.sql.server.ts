import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

/**
 * Counts one of the tenant's SMS this month, atomically, so that concurrent ones cannot exceed the
 * cap; false: used up.
 */
export async function countSms(db: Sql, tenantId: string, cap: number): Promise<boolean> {
  if (cap <= 0) return false;
  const counted = await db.query(
    sql`insert into sms_usage (tenant_id, month, sent)
      values (${tenantId}, date_trunc('month', now() at time zone 'UTC'), 1)
      on conflict (tenant_id, month) do update set sent = sms_usage.sent + 1 where sms_usage.sent < ${cap}::int`,
  );
  return counted.rowCount === 1;
}

/** Whether fewer than `cap` codes of the tenant were queued by SMS within the last hour. */
export async function isWithinHour(db: Sql, tenantId: string, cap: number): Promise<boolean> {
  const recent = await db.query(
    sql`select 1 from message where tenant_id = ${tenantId} and created_at > now() - interval '1 hour' and channel = 'sms' and kind <> 'booking_reminder' limit ${cap}`,
  );
  return (recent.rowCount ?? 0) < cap;
}
