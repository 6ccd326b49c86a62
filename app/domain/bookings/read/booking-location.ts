import type { BookingLocation } from "~/contract/bookings";
import { addressLine } from "~/lib/address-line";
import { isolate } from "~/lib/isolate";
import { mapUrlOf } from "~/lib/map-url";
import type { StoredLocation } from "../../hours/stored-location";

// The location of a booking: one rule for emails, calendars, the guest's page, the dashboard and
// the API.

/** The location of a booking's service, read together with the booking (booking-place.sql.ts). */
export interface Place extends StoredLocation {
  /** The company's address, when the service takes place there. */
  address: Readonly<Record<string, string | null>> | null;
  /** The meeting link from a connected calendar, for services of kind `online_meeting`. */
  meeting_url?: string | null;
}

/**
 * The location of a booking; null if none is set. `roomUrl` derives the URL of its video room, for
 * places of that kind only: every booking of a list has a location.
 */
export function locationOf(
  place: Place | null | undefined,
  roomUrl: () => string,
): BookingLocation | null {
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
      return { kind, text: null, url: roomUrl() };
    case "online_meeting":
      return { kind, text: null, url: secureUrl(place.meeting_url ?? null) };
  }
}

/** Without the link: only the guest and the staff may join a video call. */
export const withoutLink = (location: BookingLocation | null): BookingLocation | null =>
  location && { ...location, url: null };

const VIDEO_KINDS: readonly BookingLocation["kind"][] = ["video_url", "jitsi", "online_meeting"];

/** Whether guest and company meet in a call; a location that isn't set is the company's. */
export const isOnline = (location: Pick<BookingLocation, "kind"> | null): boolean =>
  location !== null && location.kind !== "here" && location.kind !== "address";

/** A language's words for locations without an address. */
export interface LocationWords {
  video_call: string;
  /** One text for guests, another for staff. */
  phone_call: string;
}

/**
 * A location in words, with the link that opens it; null when there is nothing to show, such as an
 * address nobody has entered.
 */
export function describeLocation(
  location: BookingLocation | null,
  phone: string | null,
  words: LocationWords,
): { text: string; url: string | null } | null {
  if (location === null) return null;
  const { kind, text, url } = location;
  if (kind === "phone")
    return { text: [words.phone_call, phone && isolate(phone)].filter(Boolean).join(": "), url };
  if (VIDEO_KINDS.includes(kind)) return { text: words.video_call, url };
  return text === null ? null : { text, url };
}

/** Where an address is on a map; null for a location without one. */
export function mapUrl(location: BookingLocation | null): string | null {
  const isAddress = location?.kind === "here" || location?.kind === "address";
  return isAddress && location.text !== null ? mapUrlOf(location.text) : null;
}

/** The normalised URL; null unless it is https. The database is not trusted for this. */
function secureUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === "https:" ? href : null;
}
