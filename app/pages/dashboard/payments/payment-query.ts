import { PaymentFilter } from "~/contract/payments";
import { readListQuery } from "~/ui/list-query";

const NAMES = ["status", "from", "to", "cursor"] as const;

/** Parses the payments list's URL. */
export function readPaymentQuery(params: URLSearchParams) {
  const { given, problem } = readListQuery(params, NAMES, PaymentFilter);
  return { given, filter: PaymentFilter.parse(given), problem };
}
