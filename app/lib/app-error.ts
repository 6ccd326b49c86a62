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

/** The kinds of record that a not_found can name. */
export type RecordKind =
  | "Account deletion"
  | "API key"
  | "Booking"
  | "Booking link"
  | "Booking series"
  | "Booking visit"
  | "Calendar"
  | "Calendar change"
  | "Calendar connection"
  | "Calendar event"
  | "Calendar feed"
  | "Closed day"
  | "Company"
  | "Course"
  | "Customer"
  | "Email template"
  | "Group"
  | "Hours"
  | "Import"
  | "Invitation"
  | "Job"
  | "Message"
  | "Payment"
  | "Receipt"
  | "Record"
  | "Resource"
  | "Saved view"
  | "Schedule"
  | "Session"
  | "Sign-in provider"
  | "Slot"
  | "Suppressed address"
  | "Time off"
  | "Upload"
  | "User"
  | "Waiting list entry"
  | "Webhook delivery"
  | "Webhook subscription"
  | "Widget configuration";

const MAX_SHOWN = 100;

/**
 * Deliberately the same for a missing record and for one of another tenant. `id` must be a value
 * that the caller sent; secrets such as a link's token are left out.
 */
export function notFound(kind: RecordKind, id?: string): AppError {
  const name = id === undefined ? kind : `${kind} ${id.slice(0, MAX_SHOWN)}`;
  return new AppError("not_found", `${name} not found.`);
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
