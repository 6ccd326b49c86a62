import { z } from "zod";
import { parsed } from "./answers";
import {
  bookingOf,
  EXPAND_OWN,
  filterByBooking,
  GraphEvent,
  ONE_EVENT_FIELDS,
} from "./microsoft-events";
import type { GraphCall } from "./microsoft-wire.server";
import { CalendarError, type CalendarSecret, type OutsideCalendar } from "./port";

export type AskGraph = (secret: CalendarSecret, call: GraphCall) => Promise<unknown>;

/** Preference header for times in UTC. */
export const IN_UTC = 'outlook.timezone="UTC"';

export const calendarPath = (calendar: OutsideCalendar) =>
  `/me/calendars/${encodeURIComponent(calendar.external_id)}`;
export const eventPath = (calendar: OutsideCalendar, id: string) =>
  `${calendarPath(calendar)}/events/${encodeURIComponent(id)}`;

const FoundEvent = GraphEvent.extend({ "@odata.etag": z.string().min(1).max(500) });
export type FoundEvent = z.infer<typeof FoundEvent>;

/**
 * The current event in its calendar; null if it is gone or in Deleted Items, where its immutable id
 * still finds it.
 */
export async function findGraphEvent(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  id: string,
  signal?: AbortSignal,
): Promise<FoundEvent | null> {
  const found = await getGraphEvent(ask, secret, calendar, id, signal);
  const booking_id = found === null ? null : bookingOf(found);
  // Someone else's event has no booking to look up; callers reject it in any case.
  if (found === null || booking_id === null) return found;
  const inside = await idsOfBooking(ask, secret, calendar, booking_id, signal);
  return inside.includes(found.id) ? found : null;
}

/** An event by id, in any folder. */
export async function getGraphEvent(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  id: string,
  signal?: AbortSignal,
): Promise<FoundEvent | null> {
  try {
    const query = { $select: ONE_EVENT_FIELDS, $expand: EXPAND_OWN };
    return parsed(
      FoundEvent,
      await ask(secret, { at: eventPath(calendar, id), query, prefer: [IN_UTC], signal }),
    );
  } catch (error) {
    if (error instanceof CalendarError && error.kind === "not_found") return null;
    throw error;
  }
}

const Found = z.object({ value: z.array(z.object({ id: z.string().min(1).max(1000) })) });
/** Copies made by a person carry our properties too. */
const MAX_COPIES = 10;

/** Ids of a booking's events in a calendar. */
export async function idsOfBooking(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  booking_id: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const query = {
    $filter: filterByBooking(booking_id),
    $select: "id",
    $top: String(MAX_COPIES),
  };
  const at = `${calendarPath(calendar)}/events`;
  const { value } = parsed(Found, await ask(secret, { at, query, signal }));
  return value.map(({ id }) => id);
}
