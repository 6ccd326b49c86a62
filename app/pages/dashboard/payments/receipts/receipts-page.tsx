import type { Receipt } from "~/contract/receipts";
import { plural, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import { LinkButton } from "~/ui/kit/button";
import { Select } from "~/ui/kit/inputs";
import { RowLink } from "~/ui/kit/row-link";
import { Cell, CellLine, Table, TableBody, TableRow } from "~/ui/kit/table";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { methodWords } from "../movement-words";
import { ANY_MONTH, PAYMENTS_PATH } from "../paths";
import type { ReceiptsView } from "./load.server";
import { RECEIPTS_PATH } from "./receipt-query";

/** A month's numbered receipts. */
export function ReceiptsPage({ view }: { view: ReceiptsView }) {
  const { given, problem, chosen_month, months, receipts, next_cursor, csv } = view;
  const { cursor, ...filters } = given;
  const to = (more: Record<string, string>) =>
    `${RECEIPTS_PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader up={{ to: PAYMENTS_PATH, name: t("Payments") }} title={t("Receipts")}>
        <LinkButton href={csv} download icon="download">
          {t("Export CSV")}
        </LinkButton>
      </PageHeader>
      <FilterForm label={t("Receipts")} filters={filters} problem={problem} without_days>
        <Select name="month" label={t("Month")} defaultValue={chosen_month}>
          <option value={ANY_MONTH}>{t("Any month")}</option>
          {Object.entries(months).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FilterForm>
      {receipts.length === 0 ? (
        <EmptyList icon="coin" title={t("No receipts in this month")} clear={null}>
          <p>{t("Money received or returned gets a receipt within a minute.")}</p>
        </EmptyList>
      ) : (
        <ReceiptTable {...view} />
      )}
      <Pager
        count={
          receipts.length === 0
            ? ""
            : plural(receipts.length, "{{count}} receipt", "{{count}} receipts")
        }
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </>
  );
}

const PHONE_NOTE = "max-md:row-2 max-md:text-[0.8125rem]";

function ReceiptTable({
  receipts,
  locale,
  time_zone,
}: Pick<ReceiptsView, "receipts" | "locale" | "time_zone">) {
  const date = new Intl.DateTimeFormat(locale, { timeZone: time_zone, dateStyle: "medium" });
  const money = (amount: number, { currency }: Receipt) => formatMoney(amount, currency, locale);
  return (
    <Table
      label={t("Receipts")}
      columns={[
        { label: t("Number", { context: "receipt" }), className: "w-32" },
        { label: t("Date"), className: "w-32" },
        { label: t("Guest") },
        { label: t("Method"), className: "w-40" },
        { label: t("Tax"), className: "w-28", align: "end" },
        { label: t("Amount"), className: "w-28", align: "end" },
      ]}
    >
      <TableBody>
        {receipts.map((receipt) => (
          <TableRow
            key={receipt.id}
            data-row={receipt.id}
            className="max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-rows-[20px_24px] max-md:gap-x-2 max-md:gap-y-0.5"
          >
            <Cell phone={`max-md:col-2 ${PHONE_NOTE}`} className="text-muted tabular-nums">
              {receipt.number}
            </Cell>
            <Cell phone={`max-md:col-1 ${PHONE_NOTE}`} className="text-muted">
              {date.format(new Date(receipt.created_at))}
            </Cell>
            <Cell phone="max-md:[grid-column:1/3] max-md:row-1">
              <CellLine>
                <RowLink to={`${RECEIPTS_PATH}/${receipt.id}`} title={receipt.number}>
                  <bdi>{receipt.guest_name}</bdi>
                </RowLink>
              </CellLine>
            </Cell>
            <Cell className="text-muted max-md:hidden">{methodWords(receipt.method)}</Cell>
            <Cell align="end" className="text-muted tabular-nums max-md:hidden">
              {receipt.tax === null ? "–" : money(receipt.tax.amount, receipt)}
            </Cell>
            <Cell align="end" phone="max-md:col-3 max-md:row-1" className="tabular-nums">
              {money(receipt.amount, receipt)}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
