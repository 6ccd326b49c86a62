import pg from "pg";
import { AppError } from "./app-error";

/** Retry-After in seconds for calls refused while the database is down. */
export const RETRY_AFTER = 5;
const DEEPEST = 5;

const NO_ANSWER = "it does not answer";
const CUT = "the connection was cut";
const STOPPING = "it is stopping";
const ENDED = "it ended the session";
const BUSY = "it has no connection to give";
/** Error codes of the system, Postgres and Prisma, and their meaning for operators. */
const AWAY: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the host",
  ETIMEDOUT: NO_ANSWER,
  EHOSTDOWN: "there is no way to the host",
  ENETDOWN: "there is no way to the host",
  ECONNRESET: CUT,
  ECONNABORTED: CUT,
  EPIPE: CUT,
  "25006": "it is a standby, which takes no writes",
  "25P03": ENDED,
  "53100": "its disk is full",
  "53200": "it has no memory left",
  "53300": "it has too many connections",
  "57P01": STOPPING,
  "57P02": STOPPING,
  "57P03": "it is starting or stopping",
  "57P05": ENDED,
  P1001: NO_ANSWER,
  P1002: NO_ANSWER,
  P1008: NO_ANSWER,
  P1017: CUT,
  P2024: BUSY,
  P2028: BUSY,
};
/** Postgres error class 08: connection exceptions. */
const CONNECTION = /^08\w{3}$/;
/** Messages of pg, its pool and the adapter that come without a code. */
const WORDS =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after|Can't reach database server|DatabaseNotReachable)/;

const NO_TABLES = "it has no tables yet: run `npm run migrate`";
/** The database is reachable but unusable until someone changes its setup. */
const NOT_SET_UP: Record<string, string> = {
  "28P01": "the password is wrong",
  "28000": "this user may not connect",
  "3D000": "there is no such database",
  "42P01": NO_TABLES,
  "3F000": NO_TABLES,
};

/** Whether the database is unreachable: down, restarting, or out of connections. */
export function isDatabaseAway(error: unknown): boolean {
  return findReason(error, AWAY) !== null;
}

/**
 * PgBouncer refuses everything with protocol_violation. Cluster nodes never report it for each
 * other.
 */
const POOLER = "08P01";

/**
 * Whether the database answered that it could not reach another one: a cluster node is down, and
 * data on the other nodes remains usable.
 */
export function isNodeAway(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return CONNECTION.test(error.code ?? "") && error.code !== POOLER;
}

/** Whether the connection leads to a standby; later statements on it would fail too. */
export function leadsToStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25006";
}

/**
 * Why the database can't be used right now (down or not set up), in plain words; null for other
 * errors.
 */
export function whyDatabaseIsUnusable(error: unknown): string | null {
  return findReason(error, { ...AWAY, ...NOT_SET_UP });
}

/**
 * Causes are nested in several ways: a host with several addresses fails with one error each, and
 * Prisma wraps twice.
 */
function findReason(error: unknown, reasons: Record<string, string>, depth = 0): string | null {
  if (typeof error !== "object" || error === null || depth > DEEPEST || error instanceof AppError)
    return null;
  const { code, message, kind, cause, meta, errors } = error as Record<string, unknown>;
  if (typeof code === "string") {
    const reason = reasons[code] ?? (CONNECTION.test(code) ? CUT : undefined);
    if (reason !== undefined) return reason;
  }
  if ([message, kind].some((text) => typeof text === "string" && WORDS.test(text)))
    return NO_ANSWER;
  for (const inner of [
    cause,
    ...Object.values(meta ?? {}),
    ...(Array.isArray(errors) ? errors : []),
  ]) {
    const reason = findReason(inner, reasons, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** The database's address without its password. */
export function databasePlace(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** query_canceled: the statement exceeded its timeout. */
const CANCELLED = { "57014": "it took too long" };

/** The refusal for a call whose database is down or too slow; null for other errors. */
export function databaseRefusal(error: unknown): AppError | null {
  if (isDatabaseAway(error)) return databaseAway();
  return findReason(error, CANCELLED) === null ? null : tookTooLong();
}

function tookTooLong(): AppError {
  return new AppError(
    "not_ready",
    "Reading that took too long. Ask for less at once, or try again in a minute.",
    { headers: { "Retry-After": "60" } },
  );
}

/** The refusal of a call while the database is down. */
function databaseAway(): AppError {
  return new AppError(
    "not_ready",
    `The service is not ready. Try again in ${RETRY_AFTER} seconds.`,
    {
      headers: { "Retry-After": String(RETRY_AFTER) },
    },
  );
}
