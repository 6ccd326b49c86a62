import type { BookingLocation } from "~/contract/bookings";
import { videoRoom } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";
import { locationOf, type Place } from "./booking-location";

interface Placed {
  tenant_id: string;
  id: string;
  place?: Place | null;
}

/** The location of a booking, including its link. */
export const bookingLocation = ({ tenant_id, id, place }: Placed): BookingLocation | null =>
  locationOf(place, () => roomUrl(tenant_id, id));

/** The URL of a booking's video room: stable, derived from the ids, and not guessable. */
export function roomUrl(tenantId: string, bookingId: string): string {
  return new URL(videoRoom(`${tenantId}:${bookingId}`), env.JITSI_BASE_URL.replace(/\/?$/, "/"))
    .href;
}
