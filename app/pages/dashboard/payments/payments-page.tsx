import { plural, t } from "~/i18n/text";
import { paymentWords } from "~/ui/booking/payment-words";
import { Notice, Notices } from "~/ui/feedback/notice";
import { Choose } from "~/ui/form/choose";
import type { FormRefusal } from "~/ui/form/page-form";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { AccountCard } from "./account-card";
import { PaymentList } from "./payment-list";
import { PaymentAlerts } from "./payment-alerts";
import type { PaymentsView } from "./load.server";

/** Payment states for the filter. */
const stateWords = () =>
  Object.fromEntries(Object.entries(paymentWords).map(([value, { label }]) => [value, t(label)]));

export const PAYMENTS_PATH = "/dashboard/payments";

/** The payment account, alerts and payments. */
export function PaymentsPage({
  view,
  refusal,
}: {
  view: PaymentsView;
  refusal: FormRefusal | undefined;
}) {
  const { is_owner, account, connect_problem, alerts, given, problem, next_cursor, payments } =
    view;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) =>
    `${PAYMENTS_PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title={t("Payments")} />
      {connect_problem !== null && (
        <Notices>
          <Notice tone="bad">{connect_problem}</Notice>
        </Notices>
      )}
      <PaymentAlerts alerts={alerts} />
      <AccountCard account={account} is_owner={is_owner} refusal={refusal} />
      <Card title={t("All payments")}>
        <FilterForm label={t("Payments")} filters={filters} problem={problem}>
          <Choose
            name="status"
            label={t("Status")}
            any={t("Any status")}
            words={stateWords()}
            given={given}
          />
        </FilterForm>
        {payments.length === 0 ? (
          <EmptyList
            icon="coin"
            title={t("No payments yet")}
            clear={isFiltered ? PAYMENTS_PATH : null}
          >
            <p>{t("Payments made online or at the desk appear here.")}</p>
          </EmptyList>
        ) : (
          <PaymentList payments={payments} />
        )}
        <Pager
          count={
            payments.length === 0
              ? ""
              : plural(payments.length, "{{count}} payment", "{{count}} payments")
          }
          first={cursor === undefined ? null : to({})}
          next={next_cursor === null ? null : to({ cursor: next_cursor })}
        />
      </Card>
    </>
  );
}
