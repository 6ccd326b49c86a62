import { sqlState } from "../lib/db.server";

/** What Postgres answers to who may not come in or comes too early. */
const REFUSALS: Record<string, string> = {
  "28P01": "the password is wrong",
  "28000": "this user may not connect",
  "3D000": "there is no such database",
  "53300": "it has too many connections",
  "57P03": "it is starting or stopping",
  "57P01": "it is stopping",
  "42P01": "it has no tables yet: run `npm run migrate`",
  "3F000": "it has no tables yet: run `npm run migrate`",
};
/** What the way there answers. */
const FAILURES: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the host",
  ECONNRESET: "the connection was cut",
};

/** Why the database cannot be used at this moment, in plain words; null when the error says something else. */
export function whyDatabaseIsAway(error: unknown): string | null {
  const state = sqlState(error);
  if (state !== undefined) return REFUSALS[state] ?? null;
  if (!(error instanceof Error)) return null;
  // A name with several addresses fails with one error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = String((first as NodeJS.ErrnoException | undefined)?.code);
  return FAILURES[code] ?? (/timeout|Connection terminated/i.test(error.message) ? "it does not answer" : null);
}

/** Where that is, without its password. */
export function databasePlace(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}${pathname}`;
}
