import { clock } from "~/lib/clock";
import { env } from "~/lib/env.server";
import { networkAccess, SendError } from "~/lib/outside/connect.server";
import {
  AnswerTooLong,
  type GuardedAnswer,
  guardedFetch,
  type GuardedRequest,
  RedirectRefused,
} from "~/lib/outside/guarded-fetch.server";
import { parseRetryAfter } from "~/lib/outside/retry-after";
import { CalendarError } from "./port";

const network = { ...networkAccess(env.CALENDAR_ALLOW_HOSTS), total_ms: 30_000 };
const NEVER = new AbortController().signal;
const USER_AGENT = "Booking-Service-Calendars/1";

/**
 * Calls a calendar's address through guardedFetch. Throws CalendarError; the caller interprets the
 * status.
 */
export async function callCalendar(
  url: URL,
  request: GuardedRequest,
  signal: AbortSignal = NEVER,
): Promise<GuardedAnswer> {
  try {
    const headers = { "User-Agent": USER_AGENT, ...request.headers };
    return await guardedFetch(url, { ...request, headers }, network, signal);
  } catch (cause) {
    if (cause instanceof AnswerTooLong)
      throw new CalendarError("refused", { cause, detail: cause.message });
    if (cause instanceof RedirectRefused)
      throw new CalendarError("other_host", { cause, host: cause.to.host });
    if (cause instanceof SendError && cause.kind === "address_not_allowed")
      throw new CalendarError("address_not_allowed", { cause });
    if (cause instanceof SendError)
      throw new CalendarError("unavailable", { cause, detail: cause.kind });
    if (signal.aborted) throw new CalendarError("unavailable", { cause, detail: "aborted" });
    throw cause;
  }
}

/** The problem for a status that is not a usable response. */
export function problemOf(answer: GuardedAnswer, detail?: string): CalendarError {
  const { status } = answer;
  const retry_after_ms =
    parseRetryAfter(answer.header("retry-after") ?? undefined, clock.now()) ?? undefined;
  const options = { detail: detail ?? `status ${status}`, retry_after_ms };
  if (status === 401) return new CalendarError("reconnect", options);
  if (status === 403) return new CalendarError("missing_scope", options);
  if (status === 404 || status === 410) return new CalendarError("not_found", options);
  if (status === 412) return new CalendarError("conflict", options);
  if (status === 429 || (status === 503 && retry_after_ms !== undefined))
    return new CalendarError("rate_limited", options);
  return new CalendarError(status >= 400 && status < 500 ? "refused" : "unavailable", options);
}
