import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { DEFAULT_PREFERENCES } from "./default-preferences";
import type { GuestMail } from "./guest-mail";
import { isOverQuota } from "./mail-quota.server";
import { MAIL_OF } from "./queue-event-mails.server";

interface LastChange {
  type: string;
  notify: boolean;
  is_test: boolean;
  email: string | null;
  chosen: boolean | null;
  is_suppressed: boolean;
}

/**
 * What becomes of the guest's mail about a booking's latest change that has one, or about the latest of that `type`. null: no such
 * change has a mail.
 */
export async function guestMailOf(tenantId: string, bookingId: string, type?: string): Promise<GuestMail | null> {
  const types = type === undefined ? Object.keys(MAIL_OF) : [type];
  const found = await pool.query<LastChange>(
    sql`select e.type, e.notify, b.source = 'test' as is_test, c.email,
        (select p.enabled from email_preference p where p.tenant_id = ${tenantId} and p.recipient = 'customer'
          and p.event = ${JSON.stringify(MAIL_OF)}::jsonb ->> e.type) as chosen,
        exists (select 1 from email_suppression x where x.tenant_id = ${tenantId} and x.address = lower(c.email)) as is_suppressed
      from event e
      join booking b on b.tenant_id = ${tenantId} and b.id = e.booking_id
      left join customer c on c.tenant_id = ${tenantId} and c.id = b.customer_id
      where e.tenant_id = ${tenantId} and e.booking_id = ${bookingId} and e.type = any(${types}::text[])
      order by e.sequence desc limit 1`,
  );
  const change = found.rows[0];
  if (change === undefined) return null;
  if (!change.notify || change.is_test) return "not_wanted";
  if (change.email === null) return "no_address";
  if (!(change.chosen ?? DEFAULT_PREFERENCES[MAIL_OF[change.type]!]!.customer)) return "switched_off";
  if (change.is_suppressed) return "suppressed";
  return (await isOverQuota(tenantId, change.email)) ? "tomorrow" : "sent";
}
