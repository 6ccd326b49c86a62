import { randomUUID } from "node:crypto";
import {
  CalendarError,
  type CalendarGrant,
  type CalendarProvider,
  eventId,
  type OutsideCalendar,
  type OutsideEvent,
  type ReadPage,
  type ReadRequest,
  type WantedEvent,
} from "~/adapters/calendars/port";

/** The window of the driver tests: two fixed months. */
export const WINDOW = {
  from: new Date("2027-03-01T00:00:00Z"),
  to: new Date("2027-05-01T00:00:00Z"),
};
const whole: ReadRequest = {
  window: WINDOW,
  cursor: null,
  page: null,
  tentative_is_busy: true,
};

/** Reads all pages, as users of the port do. */
export async function readAll(
  provider: CalendarProvider,
  secret: CalendarGrant["secret"],
  calendar: OutsideCalendar,
  request: Partial<ReadRequest> = {},
): Promise<{ events: OutsideEvent[]; removed: string[]; cursor: string | null; pages: number }> {
  const result = {
    events: [] as OutsideEvent[],
    removed: [] as string[],
    cursor: null as string | null,
    pages: 0,
  };
  for (let page: string | null = null; ;) {
    const read: ReadPage = await provider.read(secret, calendar, { ...whole, ...request, page });
    result.events.push(...read.events);
    result.removed.push(...read.removed);
    result.pages += 1;
    page = read.page;
    if (page === null) return { ...result, cursor: read.cursor };
  }
}

export function wantedEvent(change: Partial<WantedEvent> = {}): WantedEvent {
  const booking_id = change.booking_id ?? randomUUID();
  return {
    booking_id,
    id: eventId(booking_id, "calendar"),
    starts_at: new Date("2027-03-10T09:00:00Z"),
    ends_at: new Date("2027-03-10T10:00:00Z"),
    time_zone: "Europe/Amsterdam",
    title: "Haircut",
    description: null,
    location: null,
    url: "https://book.example/m/1",
    sequence: 0,
    ...change,
  };
}

/** The kind of CalendarError that a call throws; null if none. */
export const kindOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof CalendarError ? error.kind : String(error)),
  );

/** Everything that a log could contain of an error. */
export function inspectAll(error: Error): string {
  const { message, stack, cause } = error;
  return [
    message,
    stack,
    JSON.stringify(error),
    cause instanceof Error ? inspectAll(cause) : String(cause),
  ].join("\n");
}
