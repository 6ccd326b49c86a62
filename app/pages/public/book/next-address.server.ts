import type { WidgetBooking } from "~/contract/bookings";
import { payUrl } from "~/domain/bookings/links/pay-link.server";
import type { KeyActor } from "~/domain/identity/actor";

/**
 * Where a guest continues after booking: their booking page, or the checkout that returns there.
 * The URL records the origin, so that page can link on to the company's chosen destination
 * (readNextAddress).
 */
export function addressAfterBooking(
  { tenant }: KeyActor,
  { booking, manage_url, payment }: WidgetBooking,
): string {
  if (payment === null) return `${manage_url}?done=booked`;
  return payUrl({ tenant_id: tenant.id, id: booking.id }, `${manage_url}?from=book`);
}
