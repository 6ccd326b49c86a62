import { Button, LinkButton } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { Form, Link, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { plural, t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
import { Icon } from "~/ui/icon";
import { PageHeader } from "~/ui/layout/page-header";
import styles from "./customers-page.module.css";

/** The list of customers as a person sees it. */
export interface CustomersView {
  /** What was searched for. */
  typed: string;
  limits: Record<string, FieldLimits>;
  /** What of the address could not be used. */
  problem: string | null;
  has_cursor: boolean;
  next_cursor: string | null;
  customers: {
    id: string;
    name: string;
    email: string | null;
    phone: string | null;
    is_erased: boolean;
    is_test: boolean;
    since: string;
  }[];
  /** Where the list is as a file; null for those who may not have it. */
  csv: string | null;
}

const PATH = "/dashboard/customers";
const TYPING_MS = 300;

/** The customers, and the search among them: with JavaScript it is sent while someone types. */
export function CustomersPage({ typed, limits, problem, customers, next_cursor, has_cursor, csv }: CustomersView) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
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
      <Form method="get" role="search" aria-label={t("Customers")} className={styles.search!}>
        <TextInput
          type="search"
          name="search"
          label={t("Name, phone or email")}
          {...limits.search}
          defaultValue={typed}
          autoComplete="off"
          onChange={({ currentTarget: { form, value } }) => {
            clearTimeout(timer.current);
            if (form && value.trim().length !== 1)
              timer.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), TYPING_MS);
          }}
        />
        <Button type="submit">{t("Search")}</Button>
      </Form>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <section aria-label={t("Results")} className={styles.result}>
        {customers.length === 0 ? (
          <EmptyState icon="people" title={typed === "" ? t("No customers yet") : t("No matches")}>
            {typed === "" ? (
              <p>{t("Guests appear here once they book.")}</p>
            ) : (
              <LinkButton to={PATH}>{t("Clear search")}</LinkButton>
            )}
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {customers.map(({ id, name, email, phone, since, is_erased, is_test }) => (
              <li key={id} data-row>
                <Link to={`${PATH}/${id}`} className={styles.name!} prefetch="intent">
                  {name}
                </Link>
                <span className={styles.contact}>
                  {is_erased ? t("Erased") : <bdi dir="ltr">{[phone, email].filter(Boolean).join(" · ")}</bdi>}
                </span>
                {is_test && (
                  <Badge tone="quiet" icon="flag">
                    {t("Test")}
                  </Badge>
                )}
                <span className={styles.since}>{t("Customer since {since}", { since })}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <footer className={styles.footer}>
        <p role="status">
          {customers.length > 0 &&
            plural(customers.length, "{count} customer on this page", "{count} customers on this page")}
        </p>
        <nav aria-label={t("Pages")}>
          {has_cursor && <LinkButton to={path({})}>{t("First page")}</LinkButton>}
          {next_cursor !== null && <LinkButton to={path({ cursor: next_cursor })}>{t("Next page")}</LinkButton>}
        </nav>
      </footer>
    </>
  );
}
