import sql from "sql-template-tag";
import type { Addon, PersonKind } from "~/contract/service-fields";
import { pool } from "~/lib/db.server";

/** A service that a guest books several times, or together with others. */
export interface RepeatedService {
  id: string;
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
  person_kinds: PersonKind[];
}

/** Active ones of the tenant by id. */
export async function findRepeatedServices(
  tenantId: string,
  scheduleIds: readonly string[],
): Promise<RepeatedService[]> {
  const found = await pool.query<RepeatedService>(
    sql`select id, name, time_zone, max_advance_days, max_repeat_dates, requires_payment, requires_approval, card_on_file, private, currency, addons, person_kinds
        from schedule where tenant_id = ${tenantId} and id = any(${scheduleIds}::uuid[]) and active`,
  );
  return found.rows;
}
