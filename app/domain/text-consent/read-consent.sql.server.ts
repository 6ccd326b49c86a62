import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { consentForNumber, type TextConsent } from "./text-consent";

/** The consent of a booking's guest to text reminders on its number; null for none. */
export async function readTextConsent(
  tenantId: string,
  bookingId: string,
): Promise<TextConsent | null> {
  const found = await pool.query<{
    text_consent: TextConsent | null;
    customer_phone: string | null;
  }>(
    sql`select text_consent, customer_phone from booking where tenant_id = ${tenantId} and id = ${bookingId}`,
  );
  const [row] = found.rows;
  return row === undefined ? null : consentForNumber(row.text_consent, row.customer_phone);
}

interface TextFacts {
  text_reminders: "company" | "on" | "off" | null;
  is_stopped: boolean;
}

/** The service's choice, and whether the number replied STOP. */
export async function readTextFacts(
  tenantId: string,
  scheduleId: string | null,
  phone: string,
): Promise<TextFacts> {
  const found = await pool.query<TextFacts>(
    sql`select
        (select text_reminders from schedule where tenant_id = ${tenantId} and id = ${scheduleId}::uuid) as text_reminders,
        exists (select from email_suppression where tenant_id = ${tenantId} and address = ${phone}) as is_stopped`,
  );
  return found.rows[0]!; // a select without a table is one row
}
