import type { NewBookingVisit } from "~/contract/booking-inputs";
import type { BookingVisit } from "~/contract/booking-visits";
import type { Booking } from "~/contract/bookings";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { createBooking } from "../bookings/place/create-booking.server";
import type { StaffActor } from "../identity/actor";
import { type BookPart, bookVisit } from "./book-visit.server";
import { toVisit } from "./read-visit.server";

/**
 * Books several services together for staff, all or none; `dry_run` checks them without saving.
 * Throws what createBooking throws: a refusal names the part, in `details.part` and its message.
 */
export function createVisit(
  actor: StaffActor,
  input: NewBookingVisit,
  ticket: IdempotencyTicket | null,
): Promise<BookingVisit> {
  const { starts_at, parts, dry_run, expected_amount, ...common } = input;
  const guest = { id: input.customer_id, email: input.customer?.email };
  const bookPart: BookPart<Booking> = (db, { index, resource_id, ...planned }, [first]) => {
    const { length_minutes: _length, ...own } = parts[index]!; // one for each
    const time = { resource_id, starts_at: planned.starts_at };
    return createBooking(actor, { ...common, ...own, ...time }, null, {
      ...planned,
      customer_id: first?.customer_id,
      within: db,
    });
  };
  return bookVisit(
    { actor, starts_at, parts, guest, expected_amount, dry_run, ticket },
    bookPart,
    (id, bookings) => toVisit(dry_run ? null : id, bookings),
  );
}
