import { traceparent } from "~/lib/trace.server";

/** The trace that a call goes on with: the operator's own instrumentation has begun one around it, or its caller's header names one. */
export function callersTrace(headers: Headers): string | null | undefined {
  return traceparent() === null ? headers.get("traceparent") : undefined;
}
