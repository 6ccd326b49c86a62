import sql from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import type { PaymentRow } from "../accounting/payment-row";
import type { OnlinePrice, Unpayable } from "./payable.server";

/** The services that require payment, and why it cannot be taken. */
export async function findPaidServices(
  tenantId: string,
): Promise<(OnlinePrice & { id: string; unpayable: Unpayable | null })[]> {
  const services = await pool.query<OnlinePrice & { id: string; unpayable: Unpayable | null }>(
    sql`select id, requires_payment, price_amount, currency, deposit, unpayable from schedule
        where tenant_id = ${tenantId} and requires_payment and price_amount > 0`,
  );
  return services.rows;
}

/** Closes a service for online booking, or reopens it (null). */
export async function writeUnpayable(
  db: Sql,
  tenantId: string,
  id: string,
  why: Unpayable | null,
): Promise<void> {
  await db.query(
    sql`update schedule set unpayable = ${why} where tenant_id = ${tenantId} and id = ${id}`,
  );
  // Changes what is bookable online, so it must invalidate cached availability.
  await db.query(
    sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId} and id in (
          select resource_id from schedule_resource where tenant_id = ${tenantId} and schedule_id = ${id})`,
  );
}

/**
 * The service of a payment's booking, if the refused price or deposit is the service's; a price given
 * to this booking alone is not.
 */
export async function findServiceOf({
  tenant_id,
  booking_id,
  amount,
  currency,
}: Pick<PaymentRow, "tenant_id" | "booking_id" | "amount" | "currency">): Promise<string[]> {
  const service = await pool.query<{ id: string }>(
    sql`select s.id from schedule s join booking b on b.schedule_id = s.id
        where s.tenant_id = ${tenant_id} and b.tenant_id = ${tenant_id} and b.id = ${booking_id} and s.requires_payment
          and s.price_amount > 0 and (s.price_amount <= ${amount}::int or s.deposit = b.deposit and b.deposit_amount = ${amount}::int) and s.currency = ${currency}`,
  );
  return service.rows.map(({ id }) => id);
}

/** The number of slot prices checked at most. */
const MAX_PRICES = 1000;

export type Priced = Pick<OnlinePrice, "price_amount" | "currency" | "deposit"> & {
  id: string;
};

/** Prices of single future slots of a service that differ from the service's. */
export async function otherPrices(
  db: Sql,
  tenantId: string,
  { id, price_amount, currency }: Priced,
): Promise<Omit<OnlinePrice, "requires_payment">[]> {
  const found = await db.query<Omit<OnlinePrice, "requires_payment">>(
    sql`select distinct price_amount, currency from slot where tenant_id = ${tenantId} and schedule_id = ${id} and price_amount > 0
          and (own_price_amount is not null or origin = 'manual' and not follows_schedule)
          and starts_at > clock_timestamp() and (price_amount, currency) is distinct from (${price_amount}::int, ${currency}::text)
        limit ${MAX_PRICES}`,
  );
  return found.rows;
}
