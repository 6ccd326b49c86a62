import { resolve } from "node:path";
import { env } from "~/lib/env.server";
import { LimitedProcess, LimitExceeded } from "~/lib/limited-process.server";
import type { Expanded, ExpandTask } from "./expand";
import { CalendarError, type OutsideCalendar, type OutsideEvent, type ReadRequest } from "./port";

/** All calendars of all companies take turns in one process: 2,500 events take it about half a second. */
const expander = new LimitedProcess<ExpandTask, { events: Expanded[] } | { failed: string }>({
  script: resolve("app/adapters/calendars/expand-worker.mjs"),
  milliseconds: 5_000,
  megabytes: 256,
});

/** Every occurrence in the window of what the files hold. A calendar that cannot be expanded within the bounds is `refused`. */
export async function expandFiles(
  files: ExpandTask["files"],
  calendar: OutsideCalendar,
  { window, tentative_is_busy }: Pick<ReadRequest, "window" | "tentative_is_busy">,
  own_addresses: string[],
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
  const result = await expander.run(task).catch((error: unknown) => {
    if (error instanceof LimitExceeded)
      throw new CalendarError("refused", { cause: error, detail: error.message });
    throw error;
  });
  if ("failed" in result)
    throw new CalendarError("refused", { detail: result.failed.slice(0, 200) });
  return result.events.map((event) => ({
    ...event,
    starts_at: new Date(event.starts_at),
    ends_at: new Date(event.ends_at),
  }));
}
