import { ReceiptFilter } from "~/contract/receipts";
import type { UserActor } from "~/domain/identity/actor";
import { listReceipts } from "~/domain/receipts/receipts.sql.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { ANY_MONTH } from "../paths";
import { monthsToChoose, monthWords } from "../payment-query";
import { readReceiptQuery, RECEIPTS_PATH } from "./receipt-query";

const PAGE_SIZE = 25;

export type ReceiptsView = Awaited<ReturnType<typeof loadReceipts>>;

/** A page of the month's receipts. */
export async function loadReceipts(actor: UserActor, params: URLSearchParams) {
  const calendar = calendarOf(actor);
  const { locale, today, time_zone } = calendar;
  const { given, problem, month, cursor, range } = readReceiptQuery(params, calendar);
  const filter = { ...ReceiptFilter.parse({ limit: PAGE_SIZE, cursor }), ...range };
  const { page, moved } = await orFirstPage(filter, (query) => listReceipts(actor, query));
  const shown = month === ANY_MONTH ? null : month;
  return {
    locale,
    time_zone,
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    chosen_month: month,
    months: Object.fromEntries(
      monthsToChoose(today, shown).map((one) => [one, monthWords(one, locale)]),
    ),
    receipts: page.data,
    csv: `${RECEIPTS_PATH}/export?${new URLSearchParams({ month })}`,
  };
}
