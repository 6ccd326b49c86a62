import { PaymentFilter } from "~/contract/payments";
import { readListQuery } from "~/ui/list-query";

/** Parses the payments list's URL. */
export function readPaymentQuery(params: URLSearchParams, timeZone: string) {
  const names = ["status", "from", "to", "cursor"];
  const { given, asked, problem } = readListQuery(params, names, PaymentFilter, timeZone);
  return { given, filter: PaymentFilter.parse(asked), problem };
}
