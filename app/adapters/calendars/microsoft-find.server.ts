import { z } from "zod";
import { parsed } from "./answers";
import { EVENT_FIELDS, EXPAND_OWN, GraphEvent } from "./microsoft-events";
import type { GraphCall } from "./microsoft-wire.server";
import { CalendarError, type CalendarSecret, type OutsideCalendar } from "./port";

export type AskGraph = (secret: CalendarSecret, call: GraphCall) => Promise<unknown>;

/** A preference of calls that tell times. */
export const IN_UTC = 'outlook.timezone="UTC"';

export const calendarPath = (calendar: OutsideCalendar) =>
  `/me/calendars/${encodeURIComponent(calendar.external_id)}`;
export const eventPath = (calendar: OutsideCalendar, id: string) =>
  `${calendarPath(calendar)}/events/${encodeURIComponent(id)}`;

const FoundEvent = GraphEvent.extend({ "@odata.etag": z.string().min(1).max(500) });
export type FoundEvent = z.infer<typeof FoundEvent>;

/** An event as it is now; null: it is gone. */
export async function findGraphEvent(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  id: string,
  signal?: AbortSignal,
): Promise<FoundEvent | null> {
  try {
    const query = { $select: EVENT_FIELDS, $expand: EXPAND_OWN };
    return parsed(
      FoundEvent,
      await ask(secret, { at: eventPath(calendar, id), query, prefer: [IN_UTC], signal }),
    );
  } catch (error) {
    if (error instanceof CalendarError && error.kind === "not_found") return null;
    throw error;
  }
}
