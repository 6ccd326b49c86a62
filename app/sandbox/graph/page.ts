import type { PageCalendar } from "../calendars/pages";
import type { GraphSandbox } from "./sandbox";

/** A calendar for the sandbox's page; of a series its first occurrence. */
export function outlookPage(
  { control, state }: GraphSandbox,
  account: string,
  id: string,
): PageCalendar {
  return {
    name: `Outlook: ${account} (${state.calendar(id).name})`,
    events: () =>
      control.events(id).map(({ id: event, subject, starts, ends }) => {
        return { id: event, title: subject, starts_at: new Date(starts), ends_at: new Date(ends) };
      }),
    add: (subject, starts_at, ends_at) =>
      void control.addEvent(id, {
        subject,
        start: starts_at.toISOString(),
        end: ends_at.toISOString(),
      }),
    move: (event, starts_at, ends_at) =>
      control.changeEvent(id, event, {
        starts: starts_at.getTime(),
        ends: ends_at.getTime(),
        dates: null,
      }),
    remove: (event) => void control.removeEvent(id, event),
  };
}
