import { Button, TextInput } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { BookingFilter } from "~/contract/booking-filter";
import { CustomerFilter } from "~/contract/customers";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { listCustomers } from "~/domain/customers/list-customers.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { orBusyPage } from "~/http/or-busy-page.server";
import { requireActor } from "~/http/page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { describeBookings } from "~/ui/booking/booking-lines";
import { PageHeader } from "~/ui/layout/page-header";
import { type Found, phoneWithoutGaps } from "~/ui/layout/found";
import styles from "./search-page.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Search · Booking Service" }];

const FEW = 5;

/** What the palette asks too. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Found> {
  const actor = await requireActor(request);
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim();
  const found = await findBoth(actor, q);
  const other = phoneWithoutGaps(q);
  const isNothing = found.customers.length + found.bookings.length === 0;
  return isNothing && other !== null ? { ...(await findBoth(actor, other)), q } : found;
}

async function findBoth(actor: UserActor, q: string): Promise<Found> {
  const search = CustomerFilter.shape.search.safeParse(q);
  if (!search.success) return { q, customers: [], bookings: [] };
  const [customers, bookings] = await Promise.all([
    orBusyPage(listCustomers(actor, CustomerFilter.parse({ search: search.data, limit: FEW }))),
    orBusyPage(listBookings(actor, BookingFilter.parse({ search: search.data, limit: FEW }))),
  ]);
  return {
    q,
    customers: customers.data.map(({ id, name, email, phone }) => ({ id, name, contact: phone ?? email ?? "" })),
    bookings: describeBookings(bookings.data, [], calendarOf(actor)).map((line) => ({
      id: line.id,
      title: `${line.customer.name}, ${line.day}, ${line.time}`,
      more: line.reference,
    })),
  };
}

/** The same search as a page, for before JavaScript. */
export default function Search() {
  const { q, customers, bookings } = useLoaderData<typeof loader>();
  const isNothing = customers.length + bookings.length === 0;
  return (
    <>
      <PageHeader title="Search" />
      <Form method="get" role="search" className={styles.form!}>
        <TextInput
          name="q"
          type="search"
          size="md"
          label="Name, e-mail, telephone or reference"
          defaultValue={q}
          maxLength={100}
          autoFocus
        />
        <Button type="submit" size="md">
          Search
        </Button>
      </Form>
      {q !== "" && isNothing && <p role="status">Nothing matches. Try another part of it, two characters or more.</p>}
      {customers.length > 0 && <FoundList title="Customers" at="customers" found={customers.map(asCustomer)} />}
      {bookings.length > 0 && <FoundList title="Bookings" at="bookings" found={bookings} />}
    </>
  );
}

const asCustomer = ({ id, name, contact }: Found["customers"][number]) => ({ id, title: name, more: contact });

function FoundList({ title, at, found }: { title: string; at: string; found: Found["bookings"] }) {
  return (
    <section aria-label={title} className={styles.found}>
      <h2>{title}</h2>
      <ul>
        {found.map((one) => (
          <li key={one.id} data-row>
            <Link to={`/dashboard/${at}/${one.id}`}>{one.title}</Link>
            <span>{one.more}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
