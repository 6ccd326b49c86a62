import sql from "sql-template-tag";
import type { Addon } from "~/contract/service-fields";
import { pool } from "~/lib/db.server";

/** The service that a guest repeats. */
export interface RepeatedService {
  name: string;
  time_zone: string;
  max_advance_days: number;
  max_repeat_dates: number | null;
  requires_payment: boolean;
  requires_approval: boolean;
  card_on_file: unknown;
  private: boolean;
  currency: string | null;
  addons: Addon[];
}

export async function findRepeatedService(
  tenantId: string,
  scheduleId: string,
): Promise<RepeatedService | undefined> {
  const found = await pool.query<RepeatedService>(
    sql`select name, time_zone, max_advance_days, max_repeat_dates, requires_payment, requires_approval, card_on_file, private, currency, addons
        from schedule where tenant_id = ${tenantId} and id = ${scheduleId} and active`,
  );
  return found.rows[0];
}
