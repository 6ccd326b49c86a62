import type { IncomingHttpHeaders } from "node:http";
import { newId } from "~/lib/ids";

/** What is written to logs, answers and the audit log must be short, and nothing but an id. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
/** W3C Trace Context, version 00; an id of zeros is none. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of a call: the one its caller gave it, else that of the trace it is part of, else a new one. */
export function requestIdOf(headers: Pick<IncomingHttpHeaders, string>): string {
  const given = headers["x-request-id"];
  if (typeof given === "string" && REQUEST_ID.test(given)) return given;
  const trace = headers["traceparent"];
  return (typeof trace === "string" ? TRACEPARENT.exec(trace)?.[1] : undefined) ?? newId();
}
