import type { Movement } from "~/domain/payments/movements";
import type { CsvColumn } from "~/lib/csv";
import { decimalsOf } from "~/lib/money";
import { toRfc3339 } from "~/lib/time";

/** In major units, as bookkeeping programs read them. */
const amount = (minor: number | null, currency: string): number | null =>
  minor === null ? null : minor / 10 ** decimalsOf(currency);

/** The columns of the bookkeeper's file, in order: one row for each movement. */
export const movementColumns: CsvColumn<Movement>[] = [
  { name: "date", instant: (row) => toRfc3339(row.at.getTime()) },
  { name: "type", value: (row) => row.kind },
  { name: "status", value: (row) => row.status },
  { name: "guest", value: (row) => row.customer_name },
  { name: "service", value: (row) => row.service_name },
  { name: "reference", value: (row) => row.reference },
  { name: "method", value: (row) => row.method },
  { name: "amount", value: (row) => amount(row.amount, row.currency) },
  { name: "fee", value: (row) => amount(row.fee, row.currency) },
  { name: "net", value: (row) => amount(row.net, row.currency) },
  { name: "currency", value: (row) => row.currency },
  { name: "provider", value: (row) => row.provider },
  { name: "livemode", value: (row) => String(row.livemode) },
  { name: "payment_id", value: (row) => row.payment_id },
  { name: "booking_id", value: (row) => row.booking_id },
  { name: "id", value: (row) => row.id },
];
