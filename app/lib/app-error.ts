import { errorStatus, type ErrorCode, type Issue } from "~/contract/errors";

/**
 * An expected refusal with a message for people. Any other error is a bug and is answered with
 * `internal`.
 */
export class AppError extends Error {
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra: {
      issues?: Issue[];
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.status = errorStatus[code];
  }
}

/** Deliberately the same for a missing record and for one of another tenant. */
export function notFound(): AppError {
  return new AppError("not_found", "There is nothing here with that id.");
}

/** Turns not_found into null, for records that are optional. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** An error for one field, in the same shape as schema validation. */
export function invalidField(path: string, message: string, code = "invalid"): AppError {
  return invalidFields([{ path, code, message }]);
}

/** The message is that of the first problem, with its field. */
export function invalidFields(issues: Issue[]): AppError {
  const [{ path, message } = { path: "", message: "" }] = issues;
  return new AppError("validation_failed", path === "" ? message : `${path}: ${message}`, {
    issues,
  });
}
