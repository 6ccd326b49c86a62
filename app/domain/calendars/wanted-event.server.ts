import { eventId, type OutsideCalendar, type WantedEvent } from "~/adapters/calendars/port";
import { entryLocation } from "../calendar/entry-location";
import { bookingLocation } from "../bookings/read/booking-location.server";
import { referenceOf } from "../bookings/read/booking-reference";
import { dashboardUrl } from "../bookings/read/dashboard-url.server";
import { locationWords } from "../bookings/read/location-words";
import { addonWords } from "../quotes/addon-words";
import { partyWords } from "../quotes/party-words";
import { answersOf, type MailTenant } from "../email/mail-values";
import type { Push } from "./pushes.sql.server";

type Company = Pick<MailTenant, "address" | "locale" | "time_zone">;

/**
 * A booking as written to its member's calendar. The guest's name, notes and contacts are included
 * only if the calendar is set to show them: others may read it.
 */
export function wantedEvent(push: Push, company: Company): WantedEvent {
  const { tenant_id, booking_id, place, writes_guest, party_size, service_time_zone } = push;
  const title = push.service ?? push.resource_name;
  const lines = [
    referenceOf(push.reference),
    push.service === null ? null : push.resource_name,
    partyWords(push.party) || (party_size > 1 ? `× ${party_size}` : null),
    addonWords(push.addons).join(", "),
    ...(writes_guest
      ? [
          push.customer_email,
          push.customer_phone,
          push.notes,
          answersOf(push.answers, push.questions),
        ]
      : []),
  ];
  // The provider shows the meeting's link itself. In our text it would change the event once more
  // when it arrives.
  const wants_meeting = place?.kind === "online_meeting";
  const where = entryLocation(
    bookingLocation({ tenant_id, id: booking_id, place }),
    writes_guest ? push.customer_phone : null,
    locationWords(company.locale, "staff"),
    company.address,
  );
  return {
    booking_id,
    id: eventId(booking_id, calendarKey(push)),
    starts_at: push.starts_at,
    ends_at: push.ends_at,
    time_zone: service_time_zone ?? company.time_zone,
    title: writes_guest ? `${title} · ${push.customer_name}` : title,
    description: lines.filter(Boolean).join("\n"),
    location: wants_meeting ? null : where.location,
    wants_meeting,
    url: dashboardUrl(push.reference),
    sequence: push.event_count,
  };
}

/**
 * Identifies the external calendar whoever connects it: after reconnecting it has the same events
 * under the same ids.
 */
export const calendarKey = (push: Pick<Push, "provider" | "calendar_external_id">): string =>
  `${push.provider}:${push.calendar_external_id}`;

export const outsideCalendar = (push: Push, company: Company): OutsideCalendar => ({
  external_id: push.calendar_external_id,
  time_zone: push.calendar_time_zone ?? push.service_time_zone ?? company.time_zone,
});
