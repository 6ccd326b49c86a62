/** SQLSTATE: a class of two letters or digits, and three more. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
const DEEPEST = 5;

interface Described {
  type: string;
  message: string;
  stack?: string | undefined;
  /** What Postgres calls it, wherever it is wrapped. */
  sqlstate?: string;
  constraint?: string;
  /** What the system or a library calls it: ECONNREFUSED, P2002. Not named "code": that may be a guest's, and is taken out of logs. */
  error_code?: string;
  status?: number;
  cause?: Described;
}

/**
 * What a log says of an error. Named one by one: an error of the database also holds the row that was refused, one of a provider its
 * whole answer.
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

/** Of an error of pg, or of the adapter's inside one of Prisma's. */
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
