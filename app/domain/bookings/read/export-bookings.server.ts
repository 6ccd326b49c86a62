import type { BookingFilter } from "~/contract/booking-filter";
import type { Booking } from "~/contract/bookings";
import type { CsvColumn } from "~/lib/csv";
import { exportPages } from "../../audit/export-pages.server";
import type { StaffActor } from "../../identity/actor";
import { addonWords } from "../../quotes/addon-words";
import { partyWords } from "../../quotes/party-words";
import { readBookingPage } from "./list-bookings.sql.server";

/** All bookings of a filter. Throws forbidden_role: only admins export. */
export function exportBookings(
  actor: StaffActor,
  filter: BookingFilter,
): Promise<AsyncGenerator<Booking[]>> {
  return exportPages(actor, {
    entity: "booking",
    isSearch: filter.search !== undefined,
    refusal: "Only an owner or admin can export bookings.",
    read: (db, page) => readBookingPage(db, actor, { ...filter, ...page, include: undefined }),
  });
}

/** The columns of an export, in order. */
export const bookingColumns: CsvColumn<Booking>[] = [
  { name: "reference", value: (row) => row.reference },
  { name: "status", value: (row) => row.status },
  { name: "starts_at", instant: (row) => row.starts_at, zone: (row) => row.time_zone },
  { name: "ends_at", instant: (row) => row.ends_at, zone: (row) => row.time_zone },
  { name: "time_zone", value: (row) => row.time_zone },
  { name: "resource_name", value: (row) => row.resource_name },
  { name: "party_size", value: (row) => row.party_size },
  { name: "customer_name", value: (row) => row.customer.name },
  { name: "customer_email", value: (row) => row.customer.email },
  { name: "customer_phone", value: (row) => row.customer.phone },
  { name: "price_amount", value: (row) => row.price_amount },
  { name: "currency", value: (row) => row.currency },
  { name: "payment_status", value: (row) => row.payment_status },
  { name: "balance_amount", value: (row) => row.balance_amount },
  { name: "source", value: (row) => row.source },
  { name: "notes", value: (row) => row.notes },
  { name: "created_at", instant: (row) => row.created_at },
  { name: "id", value: (row) => row.id },
  { name: "assigned_because", value: (row) => row.assigned_because },
  { name: "owed_amount", value: (row) => row.owed_amount },
  { name: "addons", value: (row) => addonWords(row.addons).join("; ") },
  { name: "needs", value: (row) => row.needs.map(({ name }) => name).join(", ") },
  { name: "deposit_amount", value: (row) => row.deposit_amount },
  { name: "fees_paid", value: (row) => feesPaid(row.fees) },
  { name: "party", value: (row) => partyWords(row.party) },
];

/** The fees that were paid, less what was refunded; minor units. */
function feesPaid(fees: Booking["fees"]): number {
  const paid = fees.filter(({ status }) => status === "paid");
  return paid.reduce((sum, { amount, refunded_amount }) => sum + amount - refunded_amount, 0);
}
