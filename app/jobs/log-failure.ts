import { isDatabaseAway } from "~/lib/database-away";
import { log } from "~/lib/log.server";

/** Logs why a turn or a task failed: while the database is away in one plain line, as that is no fault of ours; else with its stack. */
export function logFailure(error: unknown, where: Record<string, string>, message: string): void {
  if (isDatabaseAway(error))
    log.warn({ ...where, reason: reasonOf(error) }, "the database is away; this is done again");
  else log.error({ err: error, ...where }, message);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
