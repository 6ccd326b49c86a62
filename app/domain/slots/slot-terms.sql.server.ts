import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { SlotRow } from "./slot-row.sql.server";

export type Price = Pick<SlotRow, "price_amount" | "currency">;

/** What a schedule says of its slots. */
export interface Terms extends Price {
  before: number;
  after: number;
  requires_payment: boolean;
}

/** A schedule's price; undefined: there is none. */
export async function readPrice(db: Sql, tenantId: string, scheduleId: string | null): Promise<Price | undefined> {
  const found = await db.query<Price>(
    sql`select price_amount, currency from schedule where tenant_id = ${tenantId} and id = ${scheduleId}::uuid`,
  );
  return found.rows[0];
}

/** A schedule's terms for a resource of its own, buffers in minutes; undefined: it is not one, or there is no such schedule. */
export async function readTerms(
  db: Sql,
  tenantId: string,
  scheduleId: string,
  resourceId: string,
): Promise<Terms | undefined> {
  const found = await db.query<Terms>(
    sql`select s.buffer_before_minutes as before, s.buffer_after_minutes as after, s.price_amount, s.currency, s.requires_payment from schedule s
        join schedule_resource sr on sr.tenant_id = s.tenant_id and sr.schedule_id = s.id and sr.resource_id = ${resourceId}
        where s.tenant_id = ${tenantId} and s.id = ${scheduleId}`,
  );
  return found.rows[0];
}
