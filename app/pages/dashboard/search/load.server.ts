import { BookingFilter } from "~/contract/booking-filter";
import { CustomerFilter } from "~/contract/customers";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { listCustomers } from "~/domain/customers/list-customers.sql.server";
import { findHelp } from "~/docs/help.server";
import type { UserActor } from "~/domain/identity/actor";
import { orBusyPage } from "~/http/or-busy-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { describeBookings } from "~/ui/booking/booking-lines";
import { type Found, phoneWithoutGaps } from "~/ui/layout/found";

const FEW = 5;

/**
 * The first matching customers, bookings and pages of Help. A phone number without matches is
 * retried without separators.
 */
export async function loadFound(actor: UserActor, q: string): Promise<Found> {
  return { ...(await findRecords(actor, q)), help: findHelp(q) };
}

type FoundRecords = Omit<Found, "help">;

async function findRecords(actor: UserActor, q: string): Promise<FoundRecords> {
  const found = await findBoth(actor, q);
  const other = phoneWithoutGaps(q);
  const isNothing = found.customers.length + found.bookings.length === 0;
  return isNothing && other !== null ? { ...(await findBoth(actor, other)), q } : found;
}

async function findBoth(actor: UserActor, q: string): Promise<FoundRecords> {
  const search = CustomerFilter.shape.search.safeParse(q);
  if (!search.success) return { q, customers: [], bookings: [] };
  const [customers, bookings] = await Promise.all([
    orBusyPage(listCustomers(actor, CustomerFilter.parse({ search: search.data, limit: FEW }))),
    orBusyPage(listBookings(actor, BookingFilter.parse({ search: search.data, limit: FEW }))),
  ]);
  return {
    q,
    customers: customers.data.map(({ id, name, email, phone }) => ({
      id,
      name,
      contact: phone ?? email ?? "",
    })),
    bookings: describeBookings(bookings.data, [], calendarOf(actor)).map((line) => ({
      id: line.id,
      title: `${line.customer.name}, ${line.day}, ${line.time}`,
      more: line.reference,
    })),
  };
}
