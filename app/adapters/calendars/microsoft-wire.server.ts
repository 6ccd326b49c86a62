import { createHash } from "node:crypto";
import { z } from "zod";
import { clock } from "~/lib/clock";
import { FairLimiter } from "~/lib/fair-limiter";
import { accessTokenOf, parseJson } from "./answers";
import { boundedFetch, retryAfterMs } from "./bounded-fetch.server";
import { CalendarError, type CalendarProblem, type CalendarSecret } from "./port";

/** Microsoft's hosts, or the local stand-in's. `common`: work, school and personal accounts. */
export function microsoftPlaces(api_base: string | undefined) {
  const login = `${api_base ?? "https://login.microsoftonline.com"}/common/oauth2/v2.0`;
  return {
    authorize_url: `${login}/authorize`,
    token_url: `${login}/token`,
    api_url: `${api_base ?? "https://graph.microsoft.com"}/v1.0`,
  };
}

export interface GraphCall {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** A path below the API's base URL, or a complete URL from Graph (nextLink, deltaLink). */
  at: string;
  query?: Record<string, string>;
  body?: object;
  prefer?: string[];
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Overrides of the problem for a status. */
  problems?: Readonly<Record<number, CalendarProblem>>;
}

/**
 * Ids that don't change when an event moves to another folder ("Obtain immutable identifiers for
 * Outlook resources").
 */
const IMMUTABLE = 'IdType="ImmutableId"';

/**
 * A mailbox allows four concurrent calls per application ("Microsoft Graph service-specific
 * throttling limits", Outlook); each process makes one at a time. Keyed by a hash of the access
 * token, which belongs to one mailbox, so that no token is held in memory here.
 */
const mailboxes = new FairLimiter({ of_one: 1 });

/**
 * One call of Microsoft Graph v1.0. Returns its JSON (null without a body) or throws a
 * CalendarError.
 */
export async function callGraph(
  api_url: string,
  secret: CalendarSecret,
  call: GraphCall,
): Promise<unknown> {
  const { method = "GET", body, headers = {}, prefer = [], signal, problems = {} } = call;
  const token = accessTokenOf(secret);
  const url = addressOf(api_url, call);
  return mailboxes.run(createHash("sha256").update(token).digest("base64"), async () => {
    const answer = await boundedFetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: "application/json",
        Prefer: [IMMUTABLE, ...prefer].join(", "),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    const text = await answer.text();
    if (answer.ok) return parseJson(text);
    throw toCalendarError(answer, text, problems);
  });
}

/** A stored link is followed only to Graph's host, because the token is sent along. */
function addressOf(api_url: string, { at, query = {} }: GraphCall): URL {
  if (at.startsWith("/")) {
    const url = new URL(api_url + at);
    // OData parameters start with a $, which URLSearchParams escapes; Graph accepts both.
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
  if (!URL.canParse(at) || !new URL(at).href.startsWith(`${api_url}/`))
    throw new CalendarError("cursor_gone", { detail: "the link points to another host" });
  return new URL(at);
}

const ErrorBody = z.object({ error: z.object({ code: z.string() }) });

// "Microsoft Graph error responses and resource types", plus Outlook's codes seen in practice.
const BY_CODE: Record<string, CalendarProblem> = {
  InvalidAuthenticationToken: "reconnect",
  ErrorAccessDenied: "missing_scope",
  Authorization_RequestDenied: "missing_scope",
  // DELETE of an event that its owner has already deleted (403).
  ErrorCannotDeleteObject: "not_found",
  // The account has no mailbox, or one hosted elsewhere (404).
  MailboxNotEnabledForRESTAPI: "refused",
  MailboxNotSupportedForRESTAPI: "refused",
  SyncStateNotFound: "cursor_gone",
  SyncStateInvalid: "cursor_gone",
  resyncRequired: "cursor_gone",
  ApplicationThrottled: "rate_limited",
};
const BY_STATUS: Record<number, CalendarProblem> = {
  401: "reconnect",
  404: "not_found",
  409: "conflict",
  410: "cursor_gone",
  412: "conflict",
  429: "rate_limited",
};

function toCalendarError(
  { status, headers }: Response,
  text: string,
  problems: Readonly<Record<number, CalendarProblem>>,
): CalendarError {
  const code = codeOf(text);
  // Outlook throttles with 503 and Retry-After; 503 without it means unavailable.
  const isThrottled = status === 503 && headers.has("Retry-After");
  const known = problems[status] ?? BY_CODE[code] ?? BY_STATUS[status];
  const kind = isThrottled
    ? "rate_limited"
    : (known ?? (status >= 500 ? "unavailable" : "refused"));
  return new CalendarError(kind, {
    detail: `${status} ${code}`.trim(),
    ...(kind === "rate_limited" && { retry_after_ms: retryAfterMs(headers, clock.now()) }),
  });
}

function codeOf(text: string): string {
  try {
    const { code } = ErrorBody.parse(JSON.parse(text)).error;
    return /^[A-Za-z_.]{1,60}$/.test(code) ? code : "";
  } catch {
    return "";
  }
}
