import { plural, t } from "~/i18n/text";
import { Contact } from "~/ui/contact";
import { Badge } from "~/ui/kit/badge";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { RowLink } from "~/ui/kit/row-link";
import { Cell, CellLine, Table, TableBody, TableRow } from "~/ui/kit/table";
import { ListSearch } from "~/ui/layout/list-search";
import { Pager } from "~/ui/layout/pager";
import { PageHeader } from "~/ui/layout/page-header";
import type { CustomersView } from "./load.server";

interface CustomerRow {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  is_erased: boolean;
  is_test: boolean;
  visits: number;
  last_visit: string | null;
  next_visit: string | null;
  /** An amount per currency. */
  spent: string;
  since: string;
}

const PATH = "/dashboard/customers";
const NEW = `${PATH}/new`;
const IMPORT = `${PATH}/import`;

/** Customers with a search, submitted while typing with JavaScript. */
export function CustomersPage({
  typed,
  limits,
  problem,
  customers,
  sees_contacts,
  may_add,
  csv,
  ...pages
}: CustomersView) {
  const { next_cursor, has_cursor } = pages;
  const path = (change: Record<string, string>) => {
    const params = new URLSearchParams({ ...(typed !== "" && { search: typed }), ...change });
    return params.size === 0 ? PATH : `${PATH}?${params}`;
  };
  return (
    <>
      <PageHeader title={t("Customers")}>
        {csv !== null && (
          <a
            href={csv}
            download="customers.csv"
            className="inline-grid place-items-center size-control rounded-md text-muted hover:bg-hover hover:text-text"
            title={t("Download CSV")}
          >
            <Icon name="download" size={18} />
            <span className="hidden-text">{t("Download CSV")}</span>
          </a>
        )}
        {may_add && <LinkButton to={IMPORT}>{t("Import")}</LinkButton>}
        {may_add && (
          <LinkButton to={NEW} variant="primary" icon="plus">
            {t("New customer")}
          </LinkButton>
        )}
      </PageHeader>
      <div className="flex items-center min-h-12 py-2">
        <ListSearch label={t("Customers")} typed={typed} limits={limits.search} />
      </div>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <section aria-label={t("Results")}>
        {customers.length === 0 ? (
          <EmptyState icon="people" title={typed === "" ? t("No customers yet") : t("No matches")}>
            {typed === "" ? (
              <>
                <p>{t("Guests appear here once they book.")}</p>
                {may_add && <LinkButton to={IMPORT}>{t("Import customers")}</LinkButton>}
              </>
            ) : (
              <LinkButton to={PATH}>{t("Clear search")}</LinkButton>
            )}
          </EmptyState>
        ) : (
          <CustomerTable customers={customers} seesContacts={sees_contacts} />
        )}
      </section>
      <Pager
        count={
          customers.length === 0
            ? ""
            : plural(
                customers.length,
                "{{count}} customer on this page",
                "{{count}} customers on this page",
              )
        }
        first={has_cursor ? path({}) : null}
        next={next_cursor === null ? null : path({ cursor: next_cursor })}
      />
    </>
  );
}

/** On narrow screens the least important columns are hidden. */
const FROM_2XL = "max-2xl:hidden";
const FROM_63 = "max-[63em]:hidden";

function CustomerTable({
  customers,
  seesContacts,
}: {
  customers: CustomerRow[];
  seesContacts: boolean;
}) {
  return (
    <Table
      label={t("Customers")}
      columns={[
        { label: t("Customer"), className: "w-[22%]" },
        { label: t("Contact") },
        { label: t("Visits"), className: "w-16", align: "end" },
        { label: t("Last visit"), className: `w-34 ps-6 ${FROM_63}` },
        { label: t("Next visit"), className: "w-40" },
        { label: t("Total spent"), className: `w-28 ${FROM_63}`, align: "end" },
        { label: t("Since"), className: `w-28 ps-6 ${FROM_2XL}` },
      ]}
    >
      <TableBody>
        {customers.map((customer) => (
          <CustomerCells key={customer.id} {...customer} seesContacts={seesContacts} />
        ))}
      </TableBody>
    </Table>
  );
}

function CustomerCells({
  id,
  name,
  phone,
  email,
  seesContacts,
  ...row
}: CustomerRow & { seesContacts: boolean }) {
  const { is_erased, is_test, visits, last_visit, next_visit, spent, since } = row;
  return (
    <TableRow
      data-row={id}
      className="max-md:grid-cols-[minmax(0,1fr)_auto] max-md:grid-rows-[20px_20px] max-md:gap-x-3 max-md:gap-y-0.5"
    >
      <Cell phone="max-md:col-1 max-md:row-1">
        <CellLine>
          <RowLink to={`${PATH}/${id}`} className="overflow-hidden text-ellipsis">
            <bdi>{name}</bdi>
          </RowLink>
          {is_test && (
            <Badge tone="quiet" icon="flag">
              {t("Test")}
            </Badge>
          )}
        </CellLine>
      </Cell>
      <Cell className="text-muted" phone="max-md:col-1 max-md:row-2 max-md:text-[0.8125rem]">
        {is_erased ? (
          t("Erased")
        ) : (
          <Contact phone={phone} email={email} isMasked={!seesContacts} both />
        )}
      </Cell>
      <Cell
        className="text-muted"
        align="end"
        phone="max-md:col-2 max-md:row-2 max-md:text-[0.8125rem]"
      >
        {/* Only the number, aligned with its column; in words for screen readers and on phones. */}
        <span aria-hidden="true" className="max-md:hidden">
          {visits}
        </span>
        <span className="md:sr-only">{plural(visits, "{{count}} visit", "{{count}} visits")}</span>
      </Cell>
      <Cell className={`ps-6 text-muted ${FROM_63}`}>{last_visit}</Cell>
      <Cell phone="max-md:col-2 max-md:row-1 max-md:text-[0.8125rem] max-md:text-end">
        {next_visit}
      </Cell>
      <Cell className={FROM_63} align="end">
        {spent}
      </Cell>
      <Cell className={`ps-6 text-muted ${FROM_2XL}`}>{since}</Cell>
    </TableRow>
  );
}
