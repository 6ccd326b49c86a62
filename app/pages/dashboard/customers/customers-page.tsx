import { Link } from "@remix-run/react";
import { msg, plural, t } from "~/i18n/text";
import { Contact } from "~/ui/contact";
import { Badge } from "~/ui/kit/badge";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
import { Icon } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { ListSearch } from "~/ui/layout/list-search";
import { PageHeader } from "~/ui/layout/page-header";
import table from "~/ui/layout/table.module.css";
import styles from "./customers-page.module.css";

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
  since: string;
}

/** The customer list as this person may see it. */
export interface CustomersView {
  typed: string;
  limits: Record<string, FieldLimits>;
  /** Message about ignored parameters. */
  problem: string | null;
  has_cursor: boolean;
  next_cursor: string | null;
  customers: CustomerRow[];
  /** False if contact data is masked; then it isn't a link. */
  sees_contacts: boolean;
  /** CSV export; null without permission. */
  csv: string | null;
}

const PATH = "/dashboard/customers";

/** Customers with a search, submitted while typing with JavaScript. */
export function CustomersPage({
  typed,
  limits,
  problem,
  customers,
  sees_contacts,
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
          <a href={csv} download="customers.csv" className={styles.icon} title={t("Download CSV")}>
            <Icon name="download" size={18} />
            <span className="hidden-text">{t("Download CSV")}</span>
          </a>
        )}
      </PageHeader>
      <div className={styles.tools}>
        <ListSearch label={t("Customers")} typed={typed} limits={limits.search} />
      </div>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <section aria-label={t("Results")}>
        {customers.length === 0 ? (
          <EmptyState icon="people" title={typed === "" ? t("No customers yet") : t("No matches")}>
            {typed === "" ? (
              <p>{t("Guests appear here once they book.")}</p>
            ) : (
              <LinkButton to={PATH}>{t("Clear search")}</LinkButton>
            )}
          </EmptyState>
        ) : (
          <CustomerTable customers={customers} seesContacts={sees_contacts} />
        )}
      </section>
      <footer className={styles.footer}>
        <p role="status">
          {customers.length > 0 &&
            plural(
              customers.length,
              "{{count}} customer on this page",
              "{{count}} customers on this page",
            )}
        </p>
        <nav aria-label={t("Pages")}>
          {has_cursor && <LinkButton to={path({})}>{t("First page")}</LinkButton>}
          {next_cursor !== null && (
            <LinkButton to={path({ cursor: next_cursor })}>{t("Next page")}</LinkButton>
          )}
        </nav>
      </footer>
    </>
  );
}

const COLUMNS = [
  { label: msg("Customer"), width: "customer" },
  { label: msg("Contact"), width: "contact" },
  { label: msg("Visits"), width: "visits" },
  { label: msg("Last visit"), width: "last" },
  { label: msg("Next visit"), width: "next" },
  { label: msg("Since"), width: "since" },
];

/** Roles are explicit because block layout on phones removes table semantics. */
function CustomerTable({
  customers,
  seesContacts,
}: {
  customers: CustomerRow[];
  seesContacts: boolean;
}) {
  return (
    <table role="table" className={table.table} aria-label={t("Customers")}>
      <thead role="rowgroup" className={`${table.head} ${styles.head}`}>
        <tr role="row">
          {COLUMNS.map(({ label, width }) => (
            <th key={label} role="columnheader" scope="col" data-width={width}>
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {customers.map((customer) => (
          <Row key={customer.id} {...customer} seesContacts={seesContacts} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  id,
  name,
  phone,
  email,
  seesContacts,
  ...row
}: CustomerRow & { seesContacts: boolean }) {
  const { is_erased, is_test, visits, last_visit, next_visit, since } = row;
  return (
    <tr role="row" className={`${table.row} ${styles.row}`} data-row={id}>
      <td role="cell" className={styles.customer}>
        <span className={table.line}>
          <Link to={`${PATH}/${id}`} className={table.name!} prefetch="intent">
            <bdi>{name}</bdi>
          </Link>
          {is_test && (
            <Badge tone="quiet" icon="flag">
              {t("Test")}
            </Badge>
          )}
        </span>
      </td>
      <td role="cell" className={styles.contact}>
        {is_erased ? (
          t("Erased")
        ) : (
          <Contact phone={phone} email={email} isMasked={!seesContacts} both />
        )}
      </td>
      <td role="cell" className={styles.visits}>
        <span aria-hidden="true" className={styles.count}>
          {visits}
        </span>
        <span className={styles.words}>
          {plural(visits, "{{count}} visit", "{{count}} visits")}
        </span>
      </td>
      <td role="cell" className={styles.last}>
        {last_visit}
      </td>
      <td role="cell" className={styles.next}>
        {next_visit}
      </td>
      <td role="cell" className={styles.since}>
        {since}
      </td>
    </tr>
  );
}
