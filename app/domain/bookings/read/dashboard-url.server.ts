import { env } from "~/lib/env.server";

/** The dashboard URL of a booking: the list, searched by its reference. */
export function dashboardUrl(reference: string): string {
  return `${env.BASE_URL}/dashboard/bookings?search=${encodeURIComponent(reference)}`;
}
