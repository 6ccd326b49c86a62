import type { Problem, ProblemKind } from "../shared/problem";
import type { ErrorBody } from "../wire";

/**
 * Parses an error response. `body` is the parsed body, `retry_after` the header, `now` in
 * milliseconds.
 */
export function problemOf(
  status: number,
  body: unknown,
  retry_after: string | null,
  now: number,
): Problem {
  const error: Partial<ErrorBody["error"]> = (body as ErrorBody | null)?.error ?? {};
  // A customer limit applies to all times, so don't offer alternatives.
  const isLimit = error.details?.reason === "customer_limit";
  const code = isLimit ? "customer_limit" : (error.code ?? `http_${status}`);
  return {
    alternatives: [],
    ...error.details,
    kind: kindOf(status, code),
    code,
    message: error.message ?? "",
    issues: error.issues ?? [],
    retry_after_seconds:
      retryAfterSeconds(retry_after, now) ?? (code === "idempotency_in_progress" ? 1 : 5),
    request_id: error.request_id ?? null,
  };
}

function kindOf(status: number, code: string): ProblemKind {
  if (status === 429 || code === "idempotency_in_progress") return "busy";
  if (status >= 500 || status < 400) return "failed";
  if (code === "slot_unavailable") return "taken";
  return code === "validation_failed" || code === "price_changed" ? "invalid" : "refused";
}

/** Seconds to wait from a `Retry-After` header: seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), 3600);
}
