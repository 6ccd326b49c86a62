import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AttentionItem } from "~/contract/attention";
import { hasRole } from "~/domain/identity/actor";
import { AccountForm } from "./account-form";
import { readAccount } from "~/domain/payments/account.server";
import { paymentsToLookAt } from "~/domain/payments/attention.server";
import { chooseProfile } from "~/domain/payments/connect.server";
import { disconnect } from "~/domain/payments/disconnect.server";
import { listPayments } from "~/domain/payments/list-payments.sql.server";
import { paidBookings } from "~/domain/payments/paid-bookings.sql.server";
import { redirectWith } from "~/http/flash.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { Notice } from "~/ui/feedback/notice";
import { Choose } from "~/ui/form/choose";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { connectProblem } from "~/ui/payments/payments-state";
import { AccountCard } from "./account-card";
import { accountView } from "./account-view";
import { PaymentList } from "./payment-list";
import { paymentLine, paymentWords, readPaymentQuery } from "~/ui/booking/payment-words";
import { ToLookAt } from "./to-look-at";
import { instantWriter } from "~/ui/when";
import rows from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Payments · Booking Service" }];

const PATH = "/dashboard/payments";
const SLOT = "payprovider";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { searchParams } = new URL(request.url);
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const { given, filter, problem } = readPaymentQuery(searchParams, calendar.time_zone);
  const [account, toLookAt, { page, moved }] = await Promise.all([
    readAccount(actor),
    paymentsToLookAt(actor.tenant.id),
    orFirstPage(filter, (asked) => listPayments(actor, asked)),
  ]);
  const bookings = await paidBookings(
    actor,
    page.data.map(({ booking_id }) => booking_id),
  );
  return {
    is_owner: hasRole(actor, "owner"),
    account: account && accountView(account, calendar.locale),
    connect_problem: connectProblem(searchParams.get("connect_error")),
    to_look_at: toLookAt.map(({ message, kind, booking_id, payment_id, schedule_id }) => ({
      text: message,
      to: booking_id
        ? bookingPath(kind, booking_id, payment_id)
        : schedule_id
          ? `/dashboard/services/${schedule_id}/offer`
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

/** A refund that failed is tried again of the payment that it was of, not of another one of the booking's. */
function bookingPath(kind: AttentionItem["kind"], bookingId: string, paymentId: string | null | undefined): string {
  const path = `/dashboard/bookings/${bookingId}`;
  return kind === "refund_failed" && paymentId ? `${path}?show=refund&payment=${paymentId}` : path;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "owner");
  return submit(request, AccountForm, async (form) => {
    if (form.intent === "profile") {
      await chooseProfile(actor, SLOT, form.profile_id);
      return redirectWith(PATH, "Saved how guests pay.");
    }
    await disconnect(actor, SLOT);
    return redirectWith(PATH, "Disconnected the account.");
  });
}

export default function Payments() {
  const { is_owner, account, connect_problem, to_look_at, given, problem, next_cursor, payments } =
    useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.result;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) => `${PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title="Payments" />
      {connect_problem !== null && (
        <div className={rows.above}>
          <Notice tone="bad">{connect_problem}</Notice>
        </div>
      )}
      <ToLookAt items={to_look_at} />
      <AccountCard account={account} is_owner={is_owner} refusal={refusal} />
      <section aria-labelledby="payments">
        <h2 id="payments">All payments</h2>
        <FilterForm label="Payments" filters={filters} problem={problem}>
          <Choose name="status" label="State" any="Any state" words={STATES} given={given} />
        </FilterForm>
        {payments.length === 0 ? (
          <EmptyList icon="coin" title="No payments yet" clear={isFiltered ? PATH : null}>
            <p>What guests pay online, and what you mark as paid at the desk, appears here.</p>
          </EmptyList>
        ) : (
          <PaymentList payments={payments} />
        )}
        <Pager
          count={payments.length === 0 ? "" : `${payments.length} on this page.`}
          first={cursor === undefined ? null : to({})}
          next={next_cursor === null ? null : to({ cursor: next_cursor })}
        />
      </section>
    </>
  );
}

const STATES = Object.fromEntries(Object.entries(paymentWords).map(([value, { label }]) => [value, label]));
