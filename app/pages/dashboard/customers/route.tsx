import { Button, TextInput } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CustomerFilter } from "~/contract/customers";
import { listCustomers } from "~/domain/customers/list-customers.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { orBusyPage } from "~/http/or-busy-page.server";
import { isForeign } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor } from "~/http/page.server";
import { Badge } from "~/ui/feedback/badge";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import { fieldLimits } from "~/ui/form/field-limits";
import { Icon } from "~/ui/icon";
import { PageHeader } from "~/ui/layout/page-header";
import { phoneWithoutGaps } from "~/ui/layout/found";
import styles from "./customers-page.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Customers · Booking Service" }];

const PATH = "/dashboard/customers";
const TYPING_MS = 300;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const asked = new URL(request.url).searchParams;
  const typed = (asked.get("search") ?? "").trim();
  const cursor = asked.get("cursor") ?? undefined;
  const { locale, time_zone } = calendarOf(actor);
  const since = new Intl.DateTimeFormat(locale, { timeZone: time_zone, dateStyle: "medium" });
  const { page, problem } = await listFrom(actor, typed, cursor);
  return {
    typed,
    limits: fieldLimits(CustomerFilter),
    problem,
    has_cursor: cursor !== undefined && problem === null,
    next_cursor: page.page.next_cursor,
    customers: page.data.map(({ id, name, email, phone, created_at, erased_at, livemode }) => ({
      ...{ id, name, email, phone, is_erased: erased_at !== null, is_test: !livemode },
      since: since.format(new Date(created_at)),
    })),
    csv: hasRole(actor, "admin")
      ? `/api/customers?${new URLSearchParams({ ...(typed.length > 1 && { search: typed }), format: "csv" })}`
      : null,
  };
}

const listPage = (actor: UserActor, filter: CustomerFilter) => orBusyPage(listCustomers(actor, filter));

/** A page of the list; what cannot be used of an old address is left out and said. A number is found with and without gaps. */
async function listFrom(actor: UserActor, typed: string, cursor: string | undefined) {
  const search = CustomerFilter.shape.search.safeParse(typed === "" ? undefined : typed);
  const filter = CustomerFilter.parse(search.data === undefined ? {} : { search: search.data });
  const problem = search.success ? null : "Type two characters or more to search.";
  try {
    const page = await listPage(actor, { ...filter, cursor });
    const number = phoneWithoutGaps(typed);
    if (page.data.length > 0 || number === null) return { page, problem };
    return { page: await listPage(actor, CustomerFilter.parse({ search: number })), problem };
  } catch (error) {
    if (!isForeign(error) || cursor === undefined) throw error;
    const page = await listPage(actor, filter);
    return { page, problem: "That page of the list no longer exists, so you see the first page." };
  }
}

export default function Customers() {
  const { typed, limits, problem, customers, next_cursor, has_cursor, csv } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const path = (change: Record<string, string>) => {
    const params = new URLSearchParams({ ...(typed !== "" && { search: typed }), ...change });
    return params.size === 0 ? PATH : `${PATH}?${params}`;
  };
  return (
    <>
      <PageHeader title="Customers">
        {csv !== null && (
          <Button
            component="a"
            href={csv}
            download="customers.csv"
            variant="default"
            leftSection={<Icon name="download" size={18} />}
          >
            CSV
          </Button>
        )}
      </PageHeader>
      <Form method="get" role="search" aria-label="Customers" className={styles.search!}>
        <TextInput
          size="md"
          type="search"
          name="search"
          label="Name, e-mail or telephone"
          {...limits.search}
          defaultValue={typed}
          autoComplete="off"
          onChange={({ currentTarget: { form, value } }) => {
            clearTimeout(timer.current);
            if (form && value.trim().length !== 1)
              timer.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), TYPING_MS);
          }}
        />
        <Button type="submit" size="md" variant="default">
          Search
        </Button>
      </Form>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <section aria-label="Result" className={styles.result}>
        {customers.length === 0 ? (
          <EmptyState icon="people" title={typed === "" ? "No customers yet" : "No customer matches"}>
            {typed === "" ? (
              <p>Whoever books becomes a customer.</p>
            ) : (
              <Button component={Link} to={PATH} variant="default">
                Clear the search
              </Button>
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
                  {is_erased ? "erased" : [phone, email].filter(Boolean).join(" · ")}
                </span>
                {is_test && (
                  <Badge tone="quiet" icon="flag">
                    Test
                  </Badge>
                )}
                <span className={styles.since}>since {since}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <footer className={styles.footer}>
        <p role="status">
          {customers.length > 0 &&
            `${customers.length === 1 ? "1 customer" : `${customers.length} customers`} on this page`}
        </p>
        <nav aria-label="Pages">
          {has_cursor && (
            <Button component={Link} to={path({})} variant="default">
              Back to the first page
            </Button>
          )}
          {next_cursor !== null && (
            <Button component={Link} to={path({ cursor: next_cursor })} variant="default">
              Next
            </Button>
          )}
        </nav>
      </footer>
    </>
  );
}
