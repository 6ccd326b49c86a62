import pg from "pg";

/** PostgreSQL's own words for "not now": connection exceptions, shutdown, start-up, no connection left. */
const AWAY_STATES = /^(08...|57P0[1-3]|53300)$/;
const AWAY_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  ...["P1001", "P1002", "P1008", "P1017", "P2024"], // Prisma's
]);
/** What pg says without a code. */
const AWAY_WORDS =
  /^(connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after)/i;
const DEPTH = 4;

/**
 * Whether an error says that the database cannot be reached or has no connection left: what was asked may be asked again in a moment
 * (503 with Retry-After). A statement that was refused is none.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth === DEPTH) return false;
  const { code, cause } = error as Error & { code?: unknown };
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? "");
  if (typeof code === "string" && AWAY_CODES.has(code)) return true;
  return AWAY_WORDS.test(error.message) || isDatabaseAway(cause, depth + 1);
}
