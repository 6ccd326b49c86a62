import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportReceipts } from "~/domain/receipts/receipts.sql.server";
import { csvResponse } from "~/http/csv.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { receiptColumns } from "./receipt-columns";
import { readReceiptQuery } from "./receipt-query";

/** The list of receipts as a CSV file, for the bookkeeper. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const calendar = calendarOf(actor);
  const { month, range } = readReceiptQuery(new URL(request.url).searchParams, calendar);
  return csvResponse(
    `receipts-${month}.csv`,
    receiptColumns,
    await exportReceipts(actor, range),
    calendar.time_zone,
  );
}
