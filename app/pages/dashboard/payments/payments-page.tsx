import { plural, t } from "~/i18n/text";
import { Notice, Notices } from "~/ui/feedback/notice";
import { Choose } from "~/ui/form/choose";
import type { FormRefusal } from "~/ui/form/page-form";
import { LinkButton } from "~/ui/kit/button";
import { Select, TextInput } from "~/ui/kit/inputs";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { AccountCard } from "./account-card";
import { MonthTotals } from "./month-totals";
import { MovementTable } from "./movement-table";
import { methodChoices, statusChoices } from "./movement-words";
import { ANY_MONTH, PAYMENTS_PATH } from "./paths";
import { PaymentAlerts } from "./payment-alerts";
import type { PaymentsView } from "./load.server";

/** A month's money, its movements, and the payment account next to them. */
export function PaymentsPage({
  view,
  refusal,
}: {
  view: PaymentsView;
  refusal: FormRefusal | undefined;
}) {
  const { is_owner, account, connect_problem, alerts, month, totals, csv } = view;
  return (
    <>
      <PageHeader title={t("Payments")} aside={month ?? undefined}>
        {view.has_receipts && (
          <LinkButton to={`${PAYMENTS_PATH}/receipts`}>{t("Receipts")}</LinkButton>
        )}
        <LinkButton href={csv} download icon="download">
          {t("Export CSV")}
        </LinkButton>
      </PageHeader>
      {connect_problem !== null && (
        <Notices>
          <Notice tone="bad">{connect_problem}</Notice>
        </Notices>
      )}
      <PaymentAlerts alerts={alerts} />
      {totals !== null && <MonthTotals totals={totals} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 mt-4 xl:grid-cols-[minmax(0,1fr)_13rem]">
        <Movements view={view} />
        <aside
          id="account"
          className="self-start px-4 border border-line rounded-lg scroll-mt-4"
          aria-label={t("Payment account")}
        >
          <AccountCard account={account} is_owner={is_owner} refusal={refusal} />
        </aside>
      </div>
    </>
  );
}

function Movements({ view }: { view: PaymentsView }) {
  const { given, problem, limits, next_cursor, movements, months, chosen_month } = view;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).some((name) => name !== "month");
  const to = (more: Record<string, string>) =>
    `${PAYMENTS_PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <section aria-label={t("All payments")} className="min-w-0">
      <FilterForm label={t("Payments")} filters={filters} problem={problem} without_days>
        <Select name="month" label={t("Month")} defaultValue={chosen_month}>
          <option value={ANY_MONTH}>{t("Any month")}</option>
          {Object.entries(months).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Choose
          name="status"
          label={t("Status")}
          any={t("Any status")}
          words={statusChoices()}
          given={given}
        />
        <Choose
          name="method"
          label={t("Method")}
          any={t("Any method")}
          words={methodChoices()}
          given={given}
        />
        <TextInput
          type="search"
          name="search"
          label={t("Guest or reference")}
          defaultValue={given.search}
          autoComplete="off"
          {...limits.search}
        />
      </FilterForm>
      {movements.length === 0 ? (
        <EmptyList
          icon="coin"
          title={t("No payments yet")}
          clear={isFiltered ? PAYMENTS_PATH : null}
        >
          <p>{t("Payments made online or at the desk appear here.")}</p>
        </EmptyList>
      ) : (
        <MovementTable movements={movements} />
      )}
      <Pager
        count={
          movements.length === 0
            ? ""
            : plural(movements.length, "{{count}} payment", "{{count}} payments")
        }
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </section>
  );
}
