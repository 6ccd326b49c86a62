import { env } from "~/lib/env.server";
import { runExpand } from "./calendar-process.server";
import type { ExpandTask } from "./expand";
import type { CalendarCall, OutsideCalendar, OutsideEvent, ReadProblem, ReadRequest } from "./port";

/**
 * All occurrences of the files in the window, limited to the nearest ones, and what could not be
 * read.
 */
export async function expandFiles(
  files: ExpandTask["files"],
  calendar: OutsideCalendar,
  { window, tentative_is_busy }: Pick<ReadRequest, "window" | "tentative_is_busy">,
  own_addresses: string[],
  call?: CalendarCall,
): Promise<{ events: OutsideEvent[]; problems: ReadProblem[] }> {
  if (files.length === 0) return { events: [], problems: [] };
  const task: ExpandTask = {
    files,
    from: window.from.getTime(),
    to: window.to.getTime(),
    time_zone: calendar.time_zone,
    tentative_is_busy,
    own_addresses: own_addresses.map((address) => address.toLowerCase()),
    own_host: new URL(env.BASE_URL).hostname,
  };
  const { events, problems } = await runExpand(task, call);
  return {
    events: events.map((event) => ({
      ...event,
      starts_at: new Date(event.starts_at),
      ends_at: new Date(event.ends_at),
    })),
    problems,
  };
}
