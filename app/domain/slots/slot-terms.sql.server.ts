import sql, { type Sql as Part } from "sql-template-tag";
import type { Processing } from "~/contract/service-fields";
import type { Sql } from "~/lib/db.server";
import type { DepositTerms } from "../quotes/deposit";
import type { SlotRow } from "./slot-row.sql.server";

export type Price = Pick<SlotRow, "price_amount" | "currency">;

/** A schedule's terms for its slots. */
export interface Terms extends Price {
  before: number;
  after: number;
  processing: Processing | null;
  requires_payment: boolean;
  deposit: DepositTerms | null;
}

/**
 * The price of schedule `s` at a start on the resource of its link `sr`, with its currency; no
 * currency without a price.
 */
const priceThen = (start: Date): Part => sql`
  price_at(base_price(s.price_amount, sr.terms), s.peak_prices, s.time_zone, ${start}::timestamptz) as price_amount,
  case when base_price(s.price_amount, sr.terms) is not null then s.currency end as currency`;

/** The price that a slot gets from its schedule; undefined: none. */
export async function readPrice(
  db: Sql,
  tenantId: string,
  {
    schedule_id,
    resource_id,
    starts_at,
  }: Pick<SlotRow, "schedule_id" | "resource_id" | "starts_at">,
): Promise<Price | undefined> {
  const found = await db.query<Price>(
    sql`select ${priceThen(starts_at)} from schedule s
        left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.id and sr.resource_id = ${resource_id}
        where s.tenant_id = ${tenantId} and s.id = ${schedule_id}::uuid`,
  );
  return found.rows[0];
}

/**
 * A schedule's terms for a time on one of its resources, buffers in minutes; undefined: not its
 * resource, or no such schedule.
 */
export async function readTerms(
  db: Sql,
  tenantId: string,
  scheduleId: string,
  resourceId: string,
  start: Date,
): Promise<Terms | undefined> {
  const found = await db.query<Terms>(
    sql`select s.buffer_before_minutes as before, s.buffer_after_minutes as after, s.processing, s.requires_payment, s.deposit, ${priceThen(start)} from schedule s
        join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = s.id and sr.resource_id = ${resourceId}
        where s.tenant_id = ${tenantId} and s.id = ${scheduleId}`,
  );
  return found.rows[0];
}
