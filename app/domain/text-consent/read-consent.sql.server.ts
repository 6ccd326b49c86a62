import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import type { Policy } from "../identity/policy";
import { textChannelOf } from "./text-channel";
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
  /** The guest's language; null if not known. */
  locale: string | null;
}

interface TextedBooking {
  tenant_id: string;
  schedule_id: string | null;
  customer_id: string;
}

/** The service's choice, whether the number replied STOP, and the guest's language. */
export async function readTextFacts(
  db: Sql,
  { tenant_id, schedule_id, customer_id }: TextedBooking,
  phone: string,
): Promise<TextFacts> {
  const found = await db.query<TextFacts>(
    sql`select
        (select text_reminders from schedule where tenant_id = ${tenant_id} and id = ${schedule_id}::uuid) as text_reminders,
        (select locale from customer where tenant_id = ${tenant_id} and id = ${customer_id}) as locale,
        exists (select from email_suppression where tenant_id = ${tenant_id} and address = ${phone}) as is_stopped`,
  );
  return found.rows[0]!; // a select without a table is one row
}

/** Whether reminders of the booking may go to the guest's phone, once they agree. */
export async function offersTexts(policy: Policy, booking: TextedBooking): Promise<boolean> {
  const { text_reminders } = await readTextFacts(pool, booking, "");
  return textChannelOf(policy, { text_reminders: text_reminders ?? "company" }) !== null;
}
