import sql from "sql-template-tag";
import { toE164 } from "~/contract/contact-details";
import type { Sql } from "~/lib/db.server";
import type { TextConsent } from "./text-consent";

/** Stores a guest's consent with an unchanged booking; false: it has changed since. */
export async function storeConsent(
  db: Sql,
  booking: { tenant_id: string; id: string; version: number },
  consent: TextConsent,
): Promise<boolean> {
  const stored = await db.query(
    sql`update booking set text_consent = ${JSON.stringify(consent)}::jsonb
      where tenant_id = ${booking.tenant_id} and id = ${booking.id} and version = ${booking.version}`,
  );
  return stored.rowCount === 1;
}

/** False: there was none. */
export async function removeConsent(
  db: Sql,
  booking: { tenant_id: string; id: string },
): Promise<boolean> {
  const removed = await db.query(
    sql`update booking set text_consent = null
      where tenant_id = ${booking.tenant_id} and id = ${booking.id} and text_consent is not null`,
  );
  return removed.rowCount === 1;
}

/** Ends a customer's consent for the number on their record, which is about to become `phone`. */
export async function endConsentOfFormerNumber(
  db: Sql,
  tenantId: string,
  customerId: string,
  phone: string | null,
): Promise<void> {
  const number = phone === null ? null : toE164(phone);
  await db.query(
    sql`update booking b set text_consent = null from customer c
      where c.tenant_id = ${tenantId} and c.id = ${customerId} and b.tenant_id = ${tenantId} and b.customer_id = ${customerId}
        and b.customer_phone = c.phone and b.text_consent is not null and b.text_consent ->> 'phone' is distinct from ${number}::text`,
  );
}
