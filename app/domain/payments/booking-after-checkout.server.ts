import type { PublicBooking } from "~/contract/bookings";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { withoutLink } from "../bookings/read/booking-location";
import { toPublicBooking } from "../bookings/read/booking-row";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { type KeyActor, maySeeBooking } from "../identity/actor";
import { findBookingOf } from "./payments.sql.server";
import { sumRefunds } from "./refunds.sql.server";
import { syncOnReturn } from "./sync-on-return.server";

interface Named {
  session_id?: string | undefined;
  booking_id?: string | undefined;
}

/**
 * A booking's state for a guest returning from its checkout in any browser, by the checkout's
 * session or the booking's id. Queries the provider first, so that a lost webhook delays nobody.
 * Throws not_found, also for a booking without a price.
 */
export async function readBookingAfterCheckout(
  actor: KeyActor,
  named: Named,
): Promise<PublicBooking> {
  const { tenant } = actor;
  const { session_id = null, booking_id = null } = named;
  const id = await findBookingOf(tenant.id, { session_id, booking_id });
  const unknown = () => notFound("Booking", booking_id ?? session_id ?? undefined);
  if (id === undefined) throw unknown();
  const seen = await loadBooking(pool, tenant.id, id, false);
  if (!maySeeBooking(actor, seen.row)) throw unknown();
  await syncOnReturn(tenant.id, id);
  const { row, resource, schedule } = await loadBooking(pool, tenant.id, id, false);
  const booking = toPublicBooking(row, resource, schedule, await sumRefunds(tenant.id, id));
  // Unlike the guest's link, a booking's id is not secret.
  return { ...booking, location: withoutLink(booking.location) };
}
