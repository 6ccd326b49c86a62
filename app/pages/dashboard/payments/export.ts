import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportMovements } from "~/domain/payments/movements.sql.server";
import { csvResponse } from "~/http/csv.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { movementColumns } from "./movement-columns";
import { ANY_MONTH } from "./paths";
import { readPaymentQuery } from "./payment-query";

/** The payments page's list as a CSV file, for the bookkeeper. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const calendar = calendarOf(actor);
  const { month, filter } = readPaymentQuery(new URL(request.url).searchParams, calendar);
  const { cursor: _cursor, ...whole } = filter;
  return csvResponse(
    `payments-${month ?? ANY_MONTH}.csv`,
    movementColumns,
    await exportMovements(actor, whole),
    calendar.time_zone,
  );
}
