import { env } from "~/lib/env.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { bookingLocation } from "~/domain/bookings/read/booking-location.server";
import { locationWords } from "~/domain/bookings/read/location-words";
import { bookingIcs } from "~/domain/calendar/booking-ics";
import { entryLocation } from "~/domain/calendar/entry-location";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import type { OpenedLink } from "~/domain/guest-page/open-manage-link.server";

/** A booking as an iCalendar file, with the same UID as the invitation in the emails. */
export function guestIcs({ booking: { row, schedule, customer }, tenant }: OpenedLink): string {
  const url = manageUrl(row.tenant_id, row.id);
  const words = locationWords(customer.locale ?? tenant.locale, "guest");
  const entry = {
    booking_id: row.id,
    sequence: row.event_count,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    updated_at: row.updated_at,
    summary: `${schedule?.name ?? row.resource_name} · ${tenant.name}`,
    description: `${row.resource_name}\n${referenceOf(row.reference)}\n${url}`,
    ...entryLocation(bookingLocation(row), row.customer_phone, words, tenant.address),
    url,
    is_cancelled: ["cancelled", "refunded", "expired"].includes(row.status),
  };
  return bookingIcs(entry, new URL(env.BASE_URL).hostname, null);
}
