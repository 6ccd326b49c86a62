import { env } from "~/lib/env.server";
import { manageUrl } from "~/domain/bookings/manage-link.server";
import { bookingIcs } from "~/domain/calendar/booking-ics";
import { referenceOf } from "~/domain/bookings/booking-reference";
import type { OpenedLink } from "~/domain/guest-page/open-manage-link.server";

/** The booking as a calendar file to keep: the same entry (UID) as the invitation in the mails. */
export function guestIcs({ booking: { row, schedule }, tenant }: OpenedLink): string {
  const url = manageUrl(row.tenant_id, row.id);
  const entry = {
    booking_id: row.id,
    sequence: row.event_count,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    updated_at: row.updated_at,
    summary: `${schedule?.name ?? row.resource_name} · ${tenant.name}`,
    description: `${row.resource_name}\n${referenceOf(row.reference)}\n${url}`,
    location: tenant.address,
    url,
    is_cancelled: ["cancelled", "refunded", "expired"].includes(row.status),
  };
  return bookingIcs(entry, new URL(env.BASE_URL).hostname, null);
}
