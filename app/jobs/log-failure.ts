import { isDatabaseAway } from "~/lib/database-away";
import { sqlState } from "~/lib/db.server";
import { log } from "~/lib/log.server";

/** SQLSTATEs of a schema mismatch: undefined table, column or function, or mismatched types. */
const OTHER_SCHEMA = ["42P01", "42703", "42883", "42804"];
let otherSchemaSeen = () => {};

/** Registers a listener for failures caused by another version's schema. */
export function onOtherSchema(listener: () => void): void {
  otherSchemaSeen = listener;
}

/** Logs a failure: one plain line while the database is down, otherwise with the stack. */
export function logFailure(error: unknown, where: Record<string, string>, message: string): void {
  if (isDatabaseAway(error))
    log.warn({ ...where, reason: reasonOf(error) }, "the database is unreachable; will retry");
  else log.error({ err: error, ...where }, message);
  if (OTHER_SCHEMA.includes(sqlState(error) ?? "")) otherSchemaSeen();
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
