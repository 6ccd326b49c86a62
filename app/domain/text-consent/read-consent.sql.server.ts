import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { TextConsent } from "./text-consent";

/** The consent of a booking's guest to text reminders; null for none. */
export async function readTextConsent(
  tenantId: string,
  bookingId: string,
): Promise<TextConsent | null> {
  const found = await pool.query<{ text_consent: TextConsent | null }>(
    sql`select text_consent from booking where tenant_id = ${tenantId} and id = ${bookingId}`,
  );
  return found.rows[0]?.text_consent ?? null;
}
