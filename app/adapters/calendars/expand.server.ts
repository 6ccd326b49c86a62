import { env } from "~/lib/env.server";
import { runExpand } from "./calendar-process.server";
import type { ExpandTask } from "./expand";
import type { CalendarCall, OutsideCalendar, OutsideEvent, ReadRequest } from "./port";

/** Every occurrence in the window of what the files hold. A calendar that cannot be expanded within the bounds is `refused`. */
export async function expandFiles(
  files: ExpandTask["files"],
  calendar: OutsideCalendar,
  { window, tentative_is_busy }: Pick<ReadRequest, "window" | "tentative_is_busy">,
  own_addresses: string[],
  call?: CalendarCall,
): Promise<OutsideEvent[]> {
  if (files.length === 0) return [];
  const task: ExpandTask = {
    files,
    from: window.from.getTime(),
    to: window.to.getTime(),
    time_zone: calendar.time_zone,
    tentative_is_busy,
    own_addresses: own_addresses.map((address) => address.toLowerCase()),
    own_host: new URL(env.BASE_URL).hostname,
  };
  const events = await runExpand(task, call);
  return events.map((event) => ({
    ...event,
    starts_at: new Date(event.starts_at),
    ends_at: new Date(event.ends_at),
  }));
}
