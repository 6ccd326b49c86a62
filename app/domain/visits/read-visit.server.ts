import { BookingFilter } from "~/contract/booking-filter";
import type { BookingVisit } from "~/contract/booking-visits";
import type { Booking } from "~/contract/bookings";
import { notFound } from "~/lib/app-error";
import { listBookings } from "../bookings/read/list-bookings.sql.server";
import type { StaffActor } from "../identity/actor";
import { spanOf } from "./visit-times.server";

/** A visit with the bookings that the caller may see. Throws not_found if there are none. */
export async function readVisit(actor: StaffActor, id: string): Promise<BookingVisit> {
  const { data } = await listBookings(actor, BookingFilter.parse({ visit_id: id }));
  if (data.length === 0) throw notFound("Booking visit", id);
  return toVisit(id, data);
}

/** `id` null: a dry run. */
export function toVisit(id: string | null, bookings: Booking[]): BookingVisit {
  const no = ({ visit }: Booking) => visit?.no ?? 0;
  const inOrder = [...bookings].sort((one, other) => no(one) - no(other));
  return { id, dry_run: id === null, ...spanOf(inOrder), bookings: inOrder };
}
