import type { ErrorBody, Issue, Slot } from "./wire";

/** What went wrong, as the visitor meets it: each kind has its own sentence and its own way on. */
export type ProblemKind =
  /** No answer came: offline, blocked or too slow. */
  | "unreachable"
  /** Asked to wait. */
  | "busy"
  /** The service failed. */
  | "failed"
  /** Someone else took the time. */
  | "taken"
  /** Something typed was not accepted. */
  | "invalid"
  /** Not allowed as asked; trying again would not help. */
  | "refused";

export interface Problem {
  kind: ProblemKind;
  code: string;
  /** The service's own words, written for people; may be empty. */
  message: string;
  issues: Issue[];
  alternatives: Slot[];
  retry_after_seconds: number;
  request_id: string | null;
}

/** A `Problem` that can be thrown. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/**
 * The problem in an answer that is not a success. `status` 0: no answer came. `body` is whatever was read,
 * `retry_after` the header's text, `now` milliseconds.
 */
export function problemOf(status: number, body: unknown, retry_after: string | null, now: number): Problem {
  const error: Partial<ErrorBody["error"]> = (body as ErrorBody | null)?.error ?? {};
  const code = error.code ?? `http_${status}`;
  return {
    kind: kindOf(status, code),
    code,
    message: error.message ?? "",
    issues: error.issues ?? [],
    alternatives: error.details?.alternatives ?? [],
    retry_after_seconds: retryAfterSeconds(retry_after, now) ?? (code === "idempotency_in_progress" ? 1 : 5),
    request_id: error.request_id ?? null,
  };
}

/** The problem of no answer at all. */
export const unreachable = (code = "unreachable"): Problem => problemOf(0, { error: { code } }, null, 0);

function kindOf(status: number, code: string): ProblemKind {
  if (status === 0) return "unreachable";
  if (status === 429 || code === "idempotency_in_progress") return "busy";
  if (status >= 500 || status < 400) return "failed";
  if (code === "slot_unavailable") return "taken";
  return code === "validation_failed" ? "invalid" : "refused";
}

/** Seconds to wait from a `Retry-After` header, which holds seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), 3600);
}
