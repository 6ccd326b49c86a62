import type { AttentionItem } from "~/contract/attention";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { readAccount } from "~/domain/payments/account.server";
import { paymentAlerts } from "~/domain/payments/attention.server";
import { listMovements, readMoneyTotals } from "~/domain/payments/movements.sql.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf, type PageCalendar } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { connectProblem } from "~/ui/payments/payments-state";
import { dayWriter } from "~/ui/when";
import { accountView } from "./account-view";
import { movementLine, totalsLines } from "./movement-line";
import { ANY_MONTH, PAYMENTS_PATH } from "./paths";
import { monthsToChoose, monthWords, PaymentsQuery, readPaymentQuery } from "./payment-query";

const PAGE_SIZE = 25;

export type PaymentsView = Awaited<ReturnType<typeof loadPayments>>;

/** A month's money, a page of its movements for the URL, alerts, and the payment account. */
export async function loadPayments(actor: UserActor, searchParams: URLSearchParams) {
  const calendar = calendarOf(actor);
  const { locale, today } = calendar;
  const query = readPaymentQuery(searchParams, calendar);
  const { given, month, period, problem } = query;
  const filter = { ...query.filter, limit: PAGE_SIZE };
  const [account, alerts, totals, { page, moved }] = await Promise.all([
    readAccount(actor),
    paymentAlerts(actor.tenant.id),
    period === null ? [] : readMoneyTotals(actor, period),
    orFirstPage(filter, (query) => listMovements(actor, query)),
  ]);
  const day = month === null ? dayWriter(calendar) : dayOfMonthWriter(calendar);
  const { cursor: _cursor, ...filters } = given;
  return {
    has_receipts: actor.tenant.policy.receipts,
    is_owner: hasRole(actor, "owner"),
    account: account && accountView(account, locale),
    connect_problem: connectProblem(searchParams.get("connect_error")),
    alerts: alerts.map(({ message, kind, booking_id, payment_id, schedule_id }) => ({
      text: message,
      to: booking_id
        ? bookingPath(kind, booking_id, payment_id)
        : schedule_id
          ? `/dashboard/services/${schedule_id}/price`
          : "#account",
    })),
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    limits: fieldLimits(PaymentsQuery),
    month: month && monthWords(month, locale),
    chosen_month: month ?? ANY_MONTH,
    months: Object.fromEntries(
      monthsToChoose(today, month).map((one) => [one, monthWords(one, locale)]),
    ),
    totals: period && totalsLines(totals, actor.tenant.currency, locale),
    movements: page.data.map((movement) => movementLine(movement, locale, day)),
    csv: `${PAYMENTS_PATH}/export?${new URLSearchParams({ ...filters, month: month ?? ANY_MONTH })}`,
  };
}

/** Formats the day of an instant without its year: "18 Nov". */
function dayOfMonthWriter({ locale, time_zone }: PageCalendar): (instant: string) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: time_zone,
    day: "numeric",
    month: "short",
  });
  return (instant) => format.format(new Date(instant));
}

/** Links to the payment whose refund failed, so the retry doesn't apply to another one. */
function bookingPath(
  kind: AttentionItem["kind"],
  bookingId: string,
  paymentId: string | null | undefined,
): string {
  const path = `/dashboard/bookings/${bookingId}`;
  return kind === "refund_failed" && paymentId ? `${path}?show=refund&payment=${paymentId}` : path;
}
