import { env } from "~/lib/env.server";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { bookingLocation } from "~/domain/bookings/read/booking-location.server";
import { locationWords } from "~/domain/bookings/read/location-words";
import { bookingIcs } from "~/domain/calendar/booking-ics";
import { entryLocation } from "~/domain/calendar/entry-location";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { zoneLine, zonesOfRow } from "~/domain/bookings/read/booking-time";
import { mailLocale } from "~/i18n/locales";
import type { OpenedLink } from "~/domain/guest-page/open-manage-link.server";

/** A booking as an iCalendar file, with the same UID as the invitation in the emails. */
export function guestIcs({ booking: { row, schedule, customer }, tenant }: OpenedLink): string {
  const url = manageUrl(row.tenant_id, row.id);
  const locale = customer.locale ?? tenant.locale;
  const words = locationWords(locale, "guest");
  const zones = zonesOfRow(row, tenant.time_zone);
  const entry = {
    booking_id: row.id,
    sequence: row.event_count,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    updated_at: row.updated_at,
    summary: `${schedule?.name ?? row.resource_name} · ${tenant.name}`,
    description: [
      row.resource_name,
      ...zoneLine(row.starts_at, row.ends_at, zones, mailLocale(locale, tenant)),
      referenceOf(row.reference),
      url,
    ].join("\n"),
    ...entryLocation(bookingLocation(row), row.customer_phone, words, tenant.address),
    url,
    is_cancelled: ["cancelled", "refunded", "expired"].includes(row.status),
  };
  return bookingIcs(entry, new URL(env.BASE_URL).hostname, null);
}
