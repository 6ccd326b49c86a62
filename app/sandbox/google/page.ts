import type { PageCalendar } from "../calendars/pages";
import { epochOf } from "./list-events";
import type { GoogleSandbox } from "./sandbox";

/** A calendar for the sandbox's page. */
export function googlePage({ control, state }: GoogleSandbox, id: string): PageCalendar {
  const span = (starts_at: Date, ends_at: Date) => ({
    start: { dateTime: starts_at.toISOString() },
    end: { dateTime: ends_at.toISOString() },
  });
  return {
    name: `Google: ${id}`,
    events: () =>
      control.events(id).map((event) => ({
        id: event.id ?? "",
        title: event.summary ?? "",
        starts_at: new Date(epochOf(event.start, state.calendar(id).time_zone)),
        ends_at: new Date(epochOf(event.end, state.calendar(id).time_zone)),
      })),
    add: (summary, starts_at, ends_at) =>
      void control.addEvent(id, { summary, ...span(starts_at, ends_at) }),
    move: (event, starts_at, ends_at) => control.changeEvent(id, event, span(starts_at, ends_at)),
    remove: (event) => void control.removeEvent(id, event),
  };
}
