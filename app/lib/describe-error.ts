/** A SQLSTATE: five digits or capital letters. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
const DEEPEST = 5;

interface Described {
  type: string;
  message: string;
  stack?: string | undefined;
  /** Postgres's code, however deep it is wrapped. */
  sqlstate?: string;
  constraint?: string;
  /**
   * A code of the system or a library: ECONNREFUSED, P2002. Not named "code", which is redacted
   * from logs as it may be a guest's.
   */
  error_code?: string;
  status?: number;
  cause?: Described;
}

/**
 * The loggable parts of an error, as an allowlist: a database error also contains the rejected row,
 * a provider's error its whole response.
 */
export function describeError(error: unknown): unknown {
  return error instanceof Error ? describe(error, 0) : error;
}

function describe(error: Error, depth: number): Described {
  const { code, constraint, status, cause } = error as Error & Record<string, unknown>;
  const sqlstate = sqlStateIn(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(sqlstate !== undefined && { sqlstate }),
    ...(typeof constraint === "string" && { constraint }),
    ...(typeof code === "string" && code !== sqlstate && { error_code: code.slice(0, 64) }),
    ...(typeof status === "number" && { status }),
    ...(cause instanceof Error && depth < DEEPEST && { cause: describe(cause, depth + 1) }),
  };
}

/** The SQLSTATE of a pg error, or of one that Prisma's adapter has wrapped. */
function sqlStateIn(thrown: unknown, depth = 0): string | undefined {
  if (typeof thrown !== "object" || thrown === null || depth > DEEPEST) return undefined;
  const { code, severity, originalCode, cause, meta } = thrown as Record<string, unknown>;
  const found = severity !== undefined ? code : originalCode;
  if (typeof found === "string" && SQLSTATE.test(found)) return found;
  for (const inner of [cause, ...Object.values((meta as object | undefined) ?? {})]) {
    const state = sqlStateIn(inner, depth + 1);
    if (state !== undefined) return state;
  }
  return undefined;
}
