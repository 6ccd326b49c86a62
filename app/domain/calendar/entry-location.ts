import type { BookingLocation } from "~/contract/bookings";
import { describeLocation, type LocationWords } from "../bookings/booking-location";
import type { CalendarEntry } from "./booking-ics";

/**
 * Where an entry takes place, as calendars show it: a video call by its link, which they make a link of; where nothing is said, `otherwise`.
 */
export function entryLocation(
  location: BookingLocation | null,
  phone: string | null,
  words: LocationWords,
  otherwise: string | null,
): Pick<CalendarEntry, "location" | "conference"> {
  const said = describeLocation(location, phone, words);
  return { location: said?.url ?? said?.text ?? otherwise, conference: said?.url ?? null };
}
