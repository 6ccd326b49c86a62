import { z } from "zod";
import { PageQuery } from "~/contract/common";
import { readListQuery } from "~/ui/list-query";
import { ANY_MONTH } from "../paths";
import { monthOf, MonthField } from "../payment-query";

export const RECEIPTS_PATH = "/dashboard/payments/receipts";

const ReceiptsQuery = z.object({ month: MonthField, cursor: PageQuery.shape.cursor });

/** Parses the address of the list of receipts and of its export; the month today by default. */
export function readReceiptQuery(
  params: URLSearchParams,
  { today, time_zone }: { today: string; time_zone: string },
) {
  const { given, problem } = readListQuery(params, ["month", "cursor"], ReceiptsQuery);
  const { month: chosen, cursor } = ReceiptsQuery.parse(given);
  const { month, period } = monthOf(chosen, today, time_zone);
  const range = { from: period?.from, to: period?.to };
  return { given, problem, month: month ?? ANY_MONTH, cursor, range };
}
