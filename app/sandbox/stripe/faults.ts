import { WireError } from "./form";

/** A fault that the control plane injects into a call. */
export interface Fault {
  /** Prefix of "METHOD /path". */
  route: string;
  /**
   * `kept_…` errors are repeated for the same idempotency key; after a commit the object exists
   * nevertheless.
   */
  kind: "status" | "no_answer" | "drop_after_commit" | "kept_status" | "kept_after_commit";
  status?: number;
  times: number;
}

/** A server error that is stored under the idempotency key like a response. */
export class StoredFault extends WireError {}

/** Executes a call with an injected fault. */
export function keeping<C>(
  fault: Fault | undefined,
  handle: (call: C) => unknown,
): (call: C) => unknown {
  if (fault?.kind !== "kept_status" && fault?.kind !== "kept_after_commit") return handle;
  return (call) => {
    if (fault.kind === "kept_after_commit") handle(call);
    throw new StoredFault(fault.status ?? 500, "api_error", "Injected fault.");
  };
}

/** The response stored under a key; validation errors are not stored. */
export function answerOf(make: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: structuredClone(make()) };
  } catch (error) {
    if (error instanceof StoredFault) return { status: error.status, body: errorBody(error) };
    throw error;
  }
}

export const faultBody = ({ status = 500 }: Fault) =>
  errorBody(new WireError(status, "api_error", "Injected fault."));

export const errorBody = ({ type, code, message, param }: WireError) => ({
  error: {
    type,
    message,
    ...(code === null ? {} : { code }),
    ...(param === null ? {} : { param }),
  },
});
