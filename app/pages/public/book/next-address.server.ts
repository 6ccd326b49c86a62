import type { WidgetBooking } from "~/contract/bookings";
import { payUrl } from "~/domain/bookings/pay-link.server";
import type { KeyActor } from "~/domain/identity/actor";

/**
 * Where a guest goes on who has booked on the company's booking page: to their booking, or to the checkout, which leads back there. The address
 * says where they came from, so that the booking's page leads on to where the company wants them (readNextAddress).
 */
export function addressAfterBooking(
  { tenant }: KeyActor,
  { booking, manage_url, payment }: WidgetBooking,
): string {
  if (payment === null) return `${manage_url}?done=booked`;
  return payUrl({ tenant_id: tenant.id, id: booking.id }, `${manage_url}?from=book`);
}
