import { clock } from "~/lib/clock";
import { transaction, type Sql } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { localDateOf, toRfc3339 } from "~/lib/time";
import { isFee } from "../accounting/payment-purpose";
import { isCaptured, type PaymentRow } from "../accounting/payment-row";
import { loadBooking, type LoadedBooking } from "../bookings/read/load-booking.sql.server";
import { quoteOf } from "../bookings/read/quote-of-booking";
import { includedTax, type TaxTerms } from "./included-tax";
import {
  findDueReceipts,
  insertReceipt,
  type Issuer,
  lockDuePayment,
  markIssued,
  nextNumber,
  readIssuer,
  readReceipted,
} from "./due-receipts.sql.server";
import type { ReceiptDocument } from "./receipt-row";

/** Receipts per sweep. */
const MOST = 500;

/** Issues the receipts that are due, of all companies. Returns for how many payments. */
export async function issueDueReceipts(): Promise<number> {
  const due = await findDueReceipts(MOST);
  for (const { tenant_id, id } of due)
    await issueReceipt(tenant_id, id).catch((error: unknown) =>
      log.error({ err: error, tenant_id, payment_id: id }, "a receipt could not be issued"),
    );
  return due.length;
}

/**
 * Issues a receipt for the difference between what the company has of a payment and what its
 * receipts add up to: money received, returned, or lost to a bank. The receipts therefore always
 * add up to the ledger, whatever happened, in whichever order and however often this runs.
 */
export async function issueReceipt(tenantId: string, paymentId: string): Promise<void> {
  await transaction(async (db) => {
    const payment = await lockDuePayment(db, tenantId, paymentId);
    if (payment === null) return;
    const { row: booking, schedule } = await loadBooking(db, tenantId, payment.booking_id, false);
    // Money of test bookings is not real.
    if (booking.livemode) await issueDifference(db, payment, { row: booking, schedule });
    await markIssued(db, payment);
  });
}

async function issueDifference(
  db: Sql,
  payment: PaymentRow & { returned: number },
  booking: Pick<LoadedBooking, "row" | "schedule">,
): Promise<void> {
  const { tenant_id, id: payment_id, currency } = payment;
  const kept = isCaptured(payment.status) ? payment.amount - payment.returned : 0;
  const issued = await readReceipted(db, tenant_id, payment_id);
  const amount = kept - issued.amount;
  if (amount === 0) return;
  const issuer = await readIssuer(db, tenant_id, booking.row.schedule_id);
  // A later rate does not change the tax of money already received.
  const tax = issued.document === null ? taxOf(issuer) : issued.document.tax;
  const now = clock.date();
  const year = Number(localDateOf(now.getTime(), issuer.time_zone).slice(0, 4));
  await insertReceipt(db, tenant_id, {
    year,
    no: await nextNumber(db, tenant_id, year),
    booking_id: booking.row.id,
    payment_id,
    amount,
    tax_amount: tax === null ? 0 : includedTax(kept, tax.rate_bps) - issued.tax_amount,
    currency,
    guest_name: booking.row.customer_name,
    document: documentOf(payment, booking, issuer, tax),
    created_at: now,
  });
}

/** The service's rate, else the company's. */
function taxOf({ policy, tax_rate_bps }: Issuer): TaxTerms | null {
  if (policy.tax === null) return null;
  return { name: policy.tax.name, rate_bps: tax_rate_bps ?? policy.tax.rate_bps };
}

function documentOf(
  { purpose, method, amount, captured_at, created_at }: PaymentRow,
  booking: Pick<LoadedBooking, "row" | "schedule">,
  { name, address, policy }: Issuer,
  tax: TaxTerms | null,
): ReceiptDocument {
  const paidFor = purpose === "card" ? "booking" : purpose; // a card pays nothing
  return {
    booking_reference: booking.row.reference,
    purpose: paidFor,
    method,
    received_at: toRfc3339((captured_at ?? created_at).getTime()),
    company: { name, address, tax_number: policy.tax?.number ?? null },
    lines: isFee(purpose)
      ? [{ kind: purpose, label: quoteLabel(booking), quantity: 1, amount }]
      : quoteOf(booking).lines,
    tax,
  };
}

const quoteLabel = ({ row, schedule }: Pick<LoadedBooking, "row" | "schedule">): string =>
  schedule?.name ?? row.resource_name;
