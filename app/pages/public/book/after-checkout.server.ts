import type { PublicBooking } from "~/contract/bookings";
import { bookingZones } from "~/domain/bookings/read/booking-time";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { readBookingAfterCheckout } from "~/domain/payments/booking-after-checkout.server";
import type { AfterCheckoutState } from "./after-checkout";
import type { Choice } from "./choice";
import type { BookingPage } from "~/domain/widgets/open-booking-page.server";

/** How often the page refreshes while the payment result is unknown. */
const ASKED_AGAIN = 3;

/** Status of the checkout in the URL; null if it doesn't belong to this company. */
export async function readAfterCheckout(
  page: BookingPage,
  { searchParams: query }: URL,
): Promise<AfterCheckoutState | null> {
  const session_id = query.get("session_id") ?? "";
  if (session_id === "" || session_id.length > 255) return null;
  const booking = await readIfThere(page, { session_id });
  if (booking === null) return null;
  const attempts = Number(query.get("asked") ?? 0);
  const isAsking =
    booking.status === "pending" &&
    (booking.pending_reason === "payment" || booking.pending_reason === "card") &&
    attempts < ASKED_AGAIN;
  const next = new URLSearchParams({ session_id, attempts: String(attempts + 1) });
  return {
    booking,
    zones: zonesOf(page, booking),
    again: isAsking ? `${env.BASE_URL}/book/${page.tenant.slug}?${next}` : null,
    own: null,
  };
}

/** Status of the booking this browser made, when its form is shown again. */
export async function readOwnBooking(
  page: BookingPage,
  choice: Choice,
  id: string | null,
): Promise<AfterCheckoutState | null> {
  if (id === null || choice.time === null || choice.waits) return null;
  const booking = await readIfThere(page, { booking_id: id });
  if (booking?.starts_at !== choice.time || booking.schedule?.id !== choice.service?.id)
    return null;
  const zones = zonesOf(page, booking);
  return { booking, zones, again: null, own: manageUrl(page.actor.tenant.id, id) };
}

const zonesOf = ({ tenant }: BookingPage, booking: PublicBooking) =>
  bookingZones(new Date(booking.starts_at), booking.location, {
    company: tenant.time_zone,
    guest: booking.time_zone,
  });

function readIfThere(
  { actor }: BookingPage,
  named: { session_id: string } | { booking_id: string },
) {
  return readBookingAfterCheckout(actor, named).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}
