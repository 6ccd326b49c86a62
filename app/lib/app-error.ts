import { errorStatus, type ErrorCode, type Issue } from "~/contract/errors";

/** An expected refusal, said in words for a person. Anything else that is thrown is a fault of ours and answers `internal`. */
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

/** The same answer for what does not exist and for what belongs to another tenant. */
export function notFound(): AppError {
  return new AppError("not_found", "There is nothing here with that id.");
}

/** What one can do without: null where it does not exist, or the actor may not see it. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** A single field that cannot be taken, in the shape that schema validation gives. */
export function invalidField(path: string, message: string, code = "invalid"): AppError {
  return invalidFields([{ path, code, message }]);
}

export function invalidFields(issues: Issue[]): AppError {
  return new AppError("validation_failed", "Some of what was sent cannot be used.", { issues });
}
