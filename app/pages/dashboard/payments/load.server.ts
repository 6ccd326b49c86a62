import type { AttentionItem } from "~/contract/attention";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { readAccount } from "~/domain/payments/account.server";
import { paymentAlerts } from "~/domain/payments/attention.server";
import { listPayments } from "~/domain/payments/list-payments.sql.server";
import { paidBookings } from "~/domain/payments/paid-bookings.sql.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { paymentLine } from "~/ui/booking/payment-words";
import { readPaymentQuery } from "./payment-query";
import { connectProblem } from "~/ui/payments/payments-state";
import { instantWriter } from "~/ui/when";
import { accountView } from "./account-view";

export type PaymentsView = Awaited<ReturnType<typeof loadPayments>>;

/** The payment account, alerts, and a page of payments for the URL. */
export async function loadPayments(actor: UserActor, searchParams: URLSearchParams) {
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const { given, filter, problem } = readPaymentQuery(searchParams);
  const [account, alerts, { page, moved }] = await Promise.all([
    readAccount(actor),
    paymentAlerts(actor.tenant.id),
    orFirstPage(filter, (query) => listPayments(actor, query)),
  ]);
  const bookings = await paidBookings(
    actor,
    page.data.map(({ booking_id }) => booking_id),
  );
  return {
    is_owner: hasRole(actor, "owner"),
    account: account && accountView(account, calendar.locale),
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
    payments: page.data.map((payment) => {
      const booking = bookings.find(({ id }) => id === payment.booking_id);
      return paymentLine(payment, booking, calendar.locale, write);
    }),
  };
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
