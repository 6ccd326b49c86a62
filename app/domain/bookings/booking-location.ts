import type { BookingLocation } from "~/contract/bookings";
import type { Location } from "~/contract/service-fields";
import { addressLine } from "~/lib/address-line";
import { isolate } from "~/lib/isolate";

// Where a booking takes place: the one rule behind mails, calendars, the guest's page, the dashboard and the API.

/** What a booking's service says of its place, as it is read beside the booking (booking-place.sql.ts). */
export interface Place extends Location {
  /** The company's own, where the service is given there. */
  address: Readonly<Record<string, string | null>> | null;
}

/** Where a booking takes place; null: nothing is said. `room` is the address of its own video room. */
export function locationOf(place: Place | null | undefined, room: string): BookingLocation | null {
  if (!place) return null;
  const { kind, text, address } = place;
  switch (kind) {
    case "here":
      return { kind, text: address && addressLine(address), url: null };
    case "address":
      return { kind, text, url: null };
    case "phone":
      return { kind, text: null, url: null };
    case "video_url":
      return { kind, text: null, url: secureUrl(text) };
    case "jitsi":
      return { kind, text: null, url: room };
  }
}

/** The same for whoever must not join: the guest's video call is theirs and the staff's. */
export const withoutLink = (location: BookingLocation | null): BookingLocation | null =>
  location && { ...location, url: null };

/** How a language says what has no address. */
export interface LocationWords {
  video_call: string;
  /** Said to the guest, or to staff. */
  phone_call: string;
}

/** A location in words, with the link that opens it; null where there is nothing to say, such as an address that nobody has entered. */
export function describeLocation(
  location: BookingLocation | null,
  phone: string | null,
  words: LocationWords,
): { text: string; url: string | null } | null {
  if (location === null) return null;
  const { kind, text, url } = location;
  if (kind === "phone")
    return { text: [words.phone_call, phone && isolate(phone)].filter(Boolean).join(": "), url };
  if (kind === "video_url" || kind === "jitsi") return { text: words.video_call, url };
  return text === null ? null : { text, url };
}

/** The link as a browser writes it; null for anything that is not https, whoever wrote it into the database. */
function secureUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === "https:" ? href : null;
}
