import { isDatabaseAway } from "~/lib/database-away";
import { sqlState } from "~/lib/db.server";
import { log } from "~/lib/log.server";

/** SQLSTATEs of a statement that meets another schema: no such table, column, function, and none with these types. */
const OTHER_SCHEMA = ["42P01", "42703", "42883", "42804"];
let otherSchemaSeen = () => {};

/** Called when a turn or a task fails as on the schema of another version. */
export function onOtherSchema(listener: () => void): void {
  otherSchemaSeen = listener;
}

/** Logs why a turn or a task failed: while the database is away in one plain line, as that is no fault of ours; else with its stack. */
export function logFailure(error: unknown, where: Record<string, string>, message: string): void {
  if (isDatabaseAway(error))
    log.warn({ ...where, reason: reasonOf(error) }, "the database is away; this is done again");
  else log.error({ err: error, ...where }, message);
  if (OTHER_SCHEMA.includes(sqlState(error) ?? "")) otherSchemaSeen();
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
