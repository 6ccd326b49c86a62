import type { BookingLocation } from "~/contract/bookings";
import { describeLocation, type LocationWords } from "../bookings/read/booking-location";
import type { CalendarEntry } from "./booking-ics";

/**
 * The location of an entry as calendars display it: a video call as its link, which they make
 * clickable; `otherwise` if none is set.
 */
export function entryLocation(
  location: BookingLocation | null,
  phone: string | null,
  words: LocationWords,
  otherwise: string | null,
): Pick<CalendarEntry, "location" | "conference"> {
  const described = describeLocation(location, phone, words);
  return {
    location: described?.url ?? described?.text ?? otherwise,
    conference: described?.url ?? null,
  };
}
