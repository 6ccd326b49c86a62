import { z } from "zod";
import { clock } from "~/lib/clock";
import { accessTokenOf, parseJson } from "./answers";
import { boundedFetch, retryAfterMs } from "./bounded-fetch.server";
import { CalendarError, type CalendarProblem, type CalendarSecret } from "./port";

/** Google's hosts, or the local stand-in's. */
export interface GooglePlaces {
  authorize_url: string;
  token_url: string;
  revoke_url: string;
  api_url: string;
}

export function googlePlaces(api_base: string | undefined): GooglePlaces {
  const [accounts, oauth2, api] =
    api_base === undefined
      ? [
          "https://accounts.google.com",
          "https://oauth2.googleapis.com",
          "https://www.googleapis.com",
        ]
      : [api_base, api_base, api_base];
  return {
    authorize_url: `${accounts}/o/oauth2/v2/auth`,
    token_url: `${oauth2}/token`,
    revoke_url: `${oauth2}/revoke`,
    api_url: `${api}/calendar/v3`,
  };
}

export interface GoogleCall {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Overrides of the problem for a status. */
  problems?: Readonly<Record<number, CalendarProblem>>;
}

/**
 * One call of the Calendar API v3. Returns its JSON (null without a body) or throws a
 * CalendarError.
 */
export async function callGoogle(
  api_url: string,
  secret: CalendarSecret,
  call: GoogleCall,
): Promise<unknown> {
  const { method = "GET", path, query = {}, body, headers = {}, signal, problems = {} } = call;
  const url = new URL(api_url + path);
  url.search = new URLSearchParams(query).toString();
  const answer = await boundedFetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${accessTokenOf(secret)}`,
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  const text = await answer.text();
  if (answer.ok) return parseJson(text);
  throw toCalendarError(answer, text, problems);
}

const ErrorBody = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).catch([]),
    status: z.string().optional(),
  }),
});

// Calendar API, "Handle API errors"
// (https://developers.google.com/workspace/calendar/api/guides/errors).
const BY_REASON: Record<string, CalendarProblem> = {
  rateLimitExceeded: "rate_limited",
  userRateLimitExceeded: "rate_limited",
  quotaExceeded: "rate_limited",
  dailyLimitExceeded: "rate_limited",
  insufficientPermissions: "missing_scope",
  accessNotConfigured: "operator",
  fullSyncRequired: "cursor_gone",
  updatedMinTooLongAgo: "cursor_gone",
};
const BY_STATUS: Record<number, CalendarProblem> = {
  401: "reconnect",
  404: "not_found",
  409: "conflict",
  410: "not_found",
  412: "conflict",
  429: "rate_limited",
};

function toCalendarError(
  { status, headers }: Response,
  text: string,
  problems: Readonly<Record<number, CalendarProblem>>,
): CalendarError {
  const reason = reasonOf(text);
  const kind =
    problems[status] ??
    BY_REASON[reason] ??
    BY_STATUS[status] ??
    (status >= 500 ? "unavailable" : "refused");
  return new CalendarError(kind, {
    detail: `${status} ${reason}`.trim(),
    ...(kind === "rate_limited" && { retry_after_ms: retryAfterMs(headers, clock.now()) }),
  });
}

function reasonOf(text: string): string {
  try {
    const reason = ErrorBody.parse(JSON.parse(text)).error.errors[0]?.reason ?? "";
    return /^[A-Za-z.]{1,60}$/.test(reason) ? reason : "";
  } catch {
    return "";
  }
}
