import sql from "sql-template-tag";
import type { Address } from "~/contract/tenant";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { quoted } from "../accounting/booking-money.sql.server";
import { LOST_DISPUTES } from "../accounting/dispute-status";
import type { PaymentRow } from "../accounting/payment-row";
import { type Policy, readPolicy } from "../identity/policy";
import { NO_ADDRESS } from "../tenants/no-address";
import type { ReceiptDocument, ReceiptRow } from "./receipt-row";

/** A payment `p` of tenant `t` that has changed since its receipts were issued. */
const IS_DUE = sql`p.captured_at is not null and p.receipts_at is distinct from p.updated_at
  and p.captured_at >= t.receipts_since and (t.policy ->> 'receipts')::boolean and p.purpose <> 'card'`;

/** Payments whose receipts are due, of companies that issue them. */
export function findDueReceipts(most: number): Promise<{ tenant_id: string; id: string }[]> {
  return scanTenants("receipts", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; id: string }>(
      sql`select p.tenant_id, p.id from tenant t join payment p on p.tenant_id = t.id
          where ${among} and t.receipts_since is not null and ${IS_DUE} limit ${most}`,
    );
    return due.rows;
  });
}

/**
 * Locks a payment whose receipts are due, with what was returned of it; null: another process has
 * issued them meanwhile.
 */
export async function lockDuePayment(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<(PaymentRow & { returned: number }) | null> {
  await db.query(
    sql`select from payment where tenant_id = ${tenantId} and id = ${id} for no key update`,
  );
  const found = await db.query<PaymentRow & { returned: number }>(
    sql`select p.*,
          coalesce((select sum(amount) from refund r where r.tenant_id = ${tenantId} and r.payment_id = p.id and r.status = 'succeeded'), 0)::int
          + coalesce((select sum(amount) from dispute d where d.tenant_id = ${tenantId} and d.payment_id = p.id
              and d.status in ${quoted(LOST_DISPUTES)}), 0)::int as returned
        from payment p join tenant t on t.id = ${tenantId}
        where p.tenant_id = ${tenantId} and p.id = ${id} and ${IS_DUE}`,
  );
  return found.rows[0] ?? null;
}

/** The sum of a payment's receipts, and the document of the last; null: it has none. */
export async function readReceipted(
  db: Sql,
  tenantId: string,
  paymentId: string,
): Promise<{ amount: number; tax_amount: number; document: ReceiptDocument | null }> {
  const found = await db.query<Pick<ReceiptRow, "amount" | "tax_amount" | "document">>(
    sql`select amount, tax_amount, document from receipt
        where tenant_id = ${tenantId} and payment_id = ${paymentId} order by year, no`,
  );
  return {
    amount: found.rows.reduce((sum, { amount }) => sum + amount, 0),
    tax_amount: found.rows.reduce((sum, { tax_amount }) => sum + tax_amount, 0),
    document: found.rows.at(-1)?.document ?? null,
  };
}

/** The company, and the tax rate of the service if it has one of its own. */
export interface Issuer {
  name: string;
  address: Address;
  time_zone: string;
  policy: Policy;
  tax_rate_bps: number | null;
}

export async function readIssuer(
  db: Sql,
  tenantId: string,
  scheduleId: string | null,
): Promise<Issuer> {
  const found = await db.query<Omit<Issuer, "address"> & { address: Partial<Address> }>(
    sql`select name, address, time_zone, policy,
          (select tax_rate_bps from schedule where tenant_id = ${tenantId} and id = ${scheduleId}) as tax_rate_bps
        from tenant where id = ${tenantId}`,
  );
  const issuer = found.rows[0]!; // of a payment
  return {
    ...issuer,
    address: { ...NO_ADDRESS, ...issuer.address },
    policy: readPolicy(issuer.policy),
  };
}

/** The next number of a year. The counter stays locked until the receipt is committed. */
export async function nextNumber(db: Sql, tenantId: string, year: number): Promise<number> {
  const next = await db.query<{ last_no: number }>(
    sql`insert into receipt_counter as c (tenant_id, year, last_no) values (${tenantId}, ${year}, 1)
        on conflict (tenant_id, year) do update set last_no = c.last_no + 1 returning last_no`,
  );
  return next.rows[0]!.last_no; // inserted or updated
}

export async function insertReceipt(
  db: Sql,
  tenantId: string,
  receipt: Omit<ReceiptRow, "id">,
): Promise<void> {
  const { year, no, booking_id, payment_id, amount, tax_amount, currency } = receipt;
  await db.query(
    sql`insert into receipt (tenant_id, id, year, no, booking_id, payment_id, amount, tax_amount, currency, guest_name, document, created_at)
        values (${tenantId}, ${newId()}, ${year}, ${no}, ${booking_id}, ${payment_id}, ${amount}, ${tax_amount}, ${currency},
          ${receipt.guest_name}, ${JSON.stringify(receipt.document)}::jsonb, ${receipt.created_at})`,
  );
}

export async function markIssued(
  db: Sql,
  { tenant_id, id, updated_at }: PaymentRow,
): Promise<void> {
  await db.query(
    sql`update payment set receipts_at = ${updated_at} where tenant_id = ${tenant_id} and id = ${id}`,
  );
}
