import { WireError } from "./form";

/** What the control plane may make a call meet. */
export interface Fault {
  /** The beginning of "METHOD /path". */
  route: string;
  /** The kept ones are errors that the same key answers with from then on; after a commit the object was made all the same. */
  kind: "status" | "no_answer" | "drop_after_commit" | "kept_status" | "kept_after_commit";
  status?: number;
  times: number;
}

/** An error of the provider's own that is kept under the call's key, as an answer is. */
class KeptFault extends WireError {}

/** What answers a call that meets a fault. */
export function keeping<C>(
  fault: Fault | undefined,
  handle: (call: C) => unknown,
): (call: C) => unknown {
  if (fault?.kind !== "kept_status" && fault?.kind !== "kept_after_commit") return handle;
  return (call) => {
    if (fault.kind === "kept_after_commit") handle(call);
    throw new KeptFault(fault.status ?? 500, "api_error", "A fault was asked for.");
  };
}

/** The answer that is kept under a key; a refusal of the call itself is not kept. */
export function answerOf(make: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: structuredClone(make()) };
  } catch (error) {
    if (error instanceof KeptFault) return { status: error.status, body: errorBody(error) };
    throw error;
  }
}

export const faultBody = ({ status = 500 }: Fault) =>
  errorBody(new WireError(status, "api_error", "A fault was asked for."));

export const errorBody = ({ type, code, message, param }: WireError) => ({
  error: {
    type,
    message,
    ...(code === null ? {} : { code }),
    ...(param === null ? {} : { param }),
  },
});
