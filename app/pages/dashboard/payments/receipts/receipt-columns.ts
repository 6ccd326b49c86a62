import type { Receipt } from "~/contract/receipts";
import type { CsvColumn } from "~/lib/csv";
import { decimalsOf } from "~/lib/money";

/** In major units, as bookkeeping programs read them. */
const major = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** The columns of the bookkeeper's file, in order: one row for each receipt. */
export const receiptColumns: CsvColumn<Receipt>[] = [
  { name: "date", instant: (row) => row.created_at },
  { name: "number", value: (row) => row.number },
  { name: "guest", value: (row) => row.guest_name },
  { name: "reference", value: (row) => row.booking_reference },
  { name: "purpose", value: (row) => row.purpose },
  { name: "net", value: (row) => major(row.amount - (row.tax?.amount ?? 0), row.currency) },
  { name: "tax_name", value: (row) => row.tax?.name ?? null },
  { name: "tax_rate", value: (row) => row.tax && row.tax.rate_bps / 100 },
  { name: "tax", value: (row) => major(row.tax?.amount ?? 0, row.currency) },
  { name: "gross", value: (row) => major(row.amount, row.currency) },
  { name: "currency", value: (row) => row.currency },
  { name: "method", value: (row) => row.method },
  { name: "received_at", instant: (row) => row.received_at },
  { name: "payment_id", value: (row) => row.payment_id },
  { name: "booking_id", value: (row) => row.booking_id },
  { name: "id", value: (row) => row.id },
];
