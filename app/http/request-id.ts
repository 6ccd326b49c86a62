import type { IncomingHttpHeaders } from "node:http";
import { newId } from "~/lib/ids";

/** Request ids go into logs, responses and the audit log, so they must be short and plain. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
/** W3C Trace Context, version 00; an all-zero id is invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The request id: the caller's, else the trace id, else a new one. */
export function requestIdOf(headers: Pick<IncomingHttpHeaders, string>): string {
  const given = headers["x-request-id"];
  if (typeof given === "string" && REQUEST_ID.test(given)) return given;
  const trace = headers["traceparent"];
  return (typeof trace === "string" ? TRACEPARENT.exec(trace)?.[1] : undefined) ?? newId();
}
