import type { BookingFilter } from "~/contract/booking-filter";
import type { Booking } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { writeAudit } from "../../audit/write-audit.server";
import { hasRole, type StaffActor } from "../../identity/actor";
import { readBookingPage } from "./list-bookings.sql.server";

/**
 * Rows per read: few enough to let other requests run in between. A search is repeated for each
 * page, so its pages are larger.
 */
const PAGE = 250;
const PAGE_OF_SEARCH = 1000;

/**
 * All bookings of a filter, page by page through the list's cursor; recorded in the audit log.
 * Throws forbidden_role: only admins export.
 */
export function exportBookings(
  actor: StaffActor,
  filter: BookingFilter,
): AsyncGenerator<Booking[]> {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can export bookings.");
  return bookingPages(actor, filter);
}

async function* bookingPages(actor: StaffActor, filter: BookingFilter): AsyncGenerator<Booking[]> {
  await writeAudit(pool, actor, {
    action: "bookings.exported",
    entity: "booking",
    entity_id: null,
  });
  const limit = filter.search === undefined ? PAGE : PAGE_OF_SEARCH;
  let cursor: string | undefined;
  do {
    const query = { ...filter, cursor, include: undefined, limit };
    const page = await heavyRead(actor.tenant.id, (db) => readBookingPage(db, actor, query), {
      patient: true,
    });
    yield page.data;
    cursor = page.page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** The columns of an export, in order. */
export const bookingColumns: { name: string; value: (row: Booking) => string | number | null }[] = [
  { name: "reference", value: (row) => row.reference },
  { name: "status", value: (row) => row.status },
  { name: "starts_at", value: (row) => row.starts_at },
  { name: "ends_at", value: (row) => row.ends_at },
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
  { name: "created_at", value: (row) => row.created_at },
  { name: "id", value: (row) => row.id },
  { name: "assigned_because", value: (row) => row.assigned_because },
  { name: "owed_amount", value: (row) => row.owed_amount },
];
