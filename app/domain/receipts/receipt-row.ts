import type { Receipt } from "~/contract/receipts";
import { toRfc3339 } from "~/lib/time";
import type { TaxTerms } from "./included-tax";

/** The part of a receipt that is stored as one document. It has nothing of the guest. */
export type ReceiptDocument = Pick<
  Receipt,
  "booking_reference" | "purpose" | "method" | "received_at" | "company" | "lines"
> & { tax: TaxTerms | null };

/** A row of `receipt` as returned by the driver. */
export interface ReceiptRow {
  id: string;
  year: number;
  no: number;
  booking_id: string;
  payment_id: string;
  amount: number;
  tax_amount: number;
  currency: string;
  guest_name: string;
  document: ReceiptDocument;
  created_at: Date;
}

export function toReceipt(row: ReceiptRow): Receipt {
  const { document, year, no } = row;
  return {
    ...document,
    id: row.id,
    number: `${year}-${String(no).padStart(5, "0")}`,
    booking_id: row.booking_id,
    payment_id: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    tax: document.tax && { ...document.tax, amount: row.tax_amount },
    guest_name: row.guest_name,
    created_at: toRfc3339(row.created_at.getTime()),
  };
}
