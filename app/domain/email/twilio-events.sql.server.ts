import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";

/** Bounds a reply's work; a number is rarely a guest of more companies. */
const MAX_COMPANIES = 200;

/** The companies whose reminders went to this number by SMS or WhatsApp. */
export async function companiesThatTexted(number: string): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from message where recipient = ${number} and kind = 'booking_reminder' and channel <> 'email'
      limit ${MAX_COMPANIES}`,
  );
  return found.rows.map(({ tenant_id }) => tenant_id);
}

/** Ends a suppression by STOP or an opted-out number, nothing else. */
export async function resumeTexts(db: Sql, tenantId: string, number: string): Promise<void> {
  await db.query(
    sql`delete from email_suppression where tenant_id = ${tenantId} and address = ${number}`,
  );
}

export async function markDelivered(tenantId: string, id: string): Promise<void> {
  await pool.query(
    sql`update message set delivered_at = now(), updated_at = now()
      where tenant_id = ${tenantId} and id = ${id} and channel <> 'email' and delivered_at is null and status in ('queued', 'sent')`,
  );
}

/** A report may come before the sending run has stored its result, which then changes nothing. */
export async function markUndelivered(
  db: Sql,
  tenantId: string,
  id: string,
  code: string,
): Promise<{ recipient: string } | undefined> {
  const found = await db.query<{ recipient: string }>(
    sql`update message set status = 'bounced', error_code = ${code}, leased_until = null, updated_at = now()
      where tenant_id = ${tenantId} and id = ${id} and channel <> 'email' and attempts > 0 and status in ('queued', 'sent')
      returning recipient`,
  );
  return found.rows[0];
}
