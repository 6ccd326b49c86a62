import { AppError } from "./app-error";

/** Seconds after which a call that found no database may come again. */
export const RETRY_AFTER = 5;

/** Of the system, of Postgres (shutdown, start-up, no more connections; class 08: connection) and of Prisma. */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|53300|08\w{3}|P1001|P1002|P1008|P1017|P2024)$/;
/** What pg and its pool say without a code. */
const WORDS =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after|Can't reach database server|DatabaseNotReachable)/;
const DEEPEST = 5;

/** Whether the database could not be asked: it is away, restarting, or has no connection to give. Errors name their causes in many ways. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > DEEPEST || error instanceof AppError) return false;
  const { code, message, kind, cause, meta, errors } = error as Record<string, unknown>;
  if (typeof code === "string" && CODES.test(code)) return true;
  if ([message, kind].some((text) => typeof text === "string" && WORDS.test(text))) return true;
  const inner = [cause, ...Object.values(meta ?? {}), ...(Array.isArray(errors) ? errors : [])];
  return inner.some((one) => isDatabaseAway(one, depth + 1));
}

/** The refusal of a call while the database is away. */
export function databaseAway(): AppError {
  return new AppError("not_ready", `The service is not ready. Try again in ${RETRY_AFTER} seconds.`, {
    headers: { "Retry-After": String(RETRY_AFTER) },
  });
}
