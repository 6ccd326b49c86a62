import { resolve } from "node:path";
import { FairLimiter } from "~/lib/fair-limiter";
import { LimitedProcess, LimitExceeded } from "~/lib/limited-process.server";
import type { ExpandTask, Expansion } from "./expand";
import type { Multistatus, MultistatusTask } from "./multistatus";
import { type CalendarCall, CalendarError } from "./port";

type Task = ({ kind: "expand" } & ExpandTask) | ({ kind: "multistatus" } & MultistatusTask);

/** 2,500 events take about half a second. */
const limited = new LimitedProcess<Task, { done: unknown } | { failed: string }>({
  script: resolve("app/adapters/calendars/calendar-worker.mjs"),
  milliseconds: 5_000,
  megabytes: 256,
});
const turns = new FairLimiter({ at_once: 1 });

/**
 * Parses a provider's response in a limited process, fairly among companies. Exceeding the limits,
 * or unreadable data, is `refused`.
 */
async function run(task: Task, call: CalendarCall | undefined): Promise<unknown> {
  const result = await turns
    .run(call?.tenant_id ?? "", () => {
      // The caller may have given up while the task was queued.
      if (call?.signal.aborted) throw new CalendarError("unavailable", { detail: "aborted" });
      return limited.run(task);
    })
    .catch((error: unknown) => {
      if (error instanceof LimitExceeded)
        throw new CalendarError("refused", { cause: error, detail: error.message });
      throw error;
    });
  if ("failed" in result)
    throw new CalendarError("refused", { detail: result.failed.slice(0, 200) });
  return result.done;
}

// The worker's result depends on the kind of task.
export const runExpand = (task: ExpandTask, call?: CalendarCall) =>
  run({ kind: "expand", ...task }, call) as Promise<Expansion>;
export const runMultistatus = (task: MultistatusTask, call?: CalendarCall) =>
  run({ kind: "multistatus", ...task }, call) as Promise<Multistatus | null>;
