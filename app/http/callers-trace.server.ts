import { traceparent } from "~/lib/trace.server";

/**
 * The trace context to continue: undefined when the operator's instrumentation has already started
 * a span, else the caller's traceparent header.
 */
export function callersTrace(headers: Headers): string | null | undefined {
  return traceparent() === null ? headers.get("traceparent") : undefined;
}
