import { createHash } from "node:crypto";
import { z } from "zod";
import { clock } from "~/lib/clock";
import { KeyedQueue } from "~/lib/keyed-queue";
import { accessTokenOf, parseJson } from "./answers";
import { boundedFetch, retryAfterMs } from "./bounded-fetch.server";
import { CalendarError, type CalendarProblem, type CalendarSecret } from "./port";

/** Where Microsoft answers: its own hosts, or the stand-in in their place. `common`: work, school and personal accounts. */
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
  /** A path below the API's address, or a whole address that Graph gave (nextLink, deltaLink). */
  at: string;
  query?: Record<string, string>;
  body?: object;
  prefer?: string[];
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** What statuses mean of this call, where it is not what they mean of others. */
  problems?: Readonly<Record<number, CalendarProblem>>;
}

/** Ids that stay when an event moves to another folder ("Obtain immutable identifiers for Outlook resources"). */
const IMMUTABLE = 'IdType="ImmutableId"';

/**
 * A mailbox answers four calls of an application at once ("Microsoft Graph service-specific throttling limits", Outlook): each process has one
 * lane for it. An access token is of one mailbox; its hash is the key, so that nothing that is kept opens anything.
 */
const mailboxes = new KeyedQueue(1);

/** One call of Microsoft Graph v1.0: its JSON (null without any), or a CalendarError. */
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

/** A link that was kept is followed to Graph alone: the token goes along. */
function addressOf(api_url: string, { at, query = {} }: GraphCall): URL {
  if (at.startsWith("/")) {
    const url = new URL(api_url + at);
    // OData's names begin with a $, which URLSearchParams would escape: Graph takes both.
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
  if (!URL.canParse(at) || !new URL(at).href.startsWith(`${api_url}/`))
    throw new CalendarError("cursor_gone", { detail: "a link that leads elsewhere" });
  return new URL(at);
}

const ErrorBody = z.object({ error: z.object({ code: z.string() }) });

// "Microsoft Graph error responses and resource types"; Outlook's own codes as they are met.
const BY_CODE: Record<string, CalendarProblem> = {
  InvalidAuthenticationToken: "reconnect",
  ErrorAccessDenied: "missing_scope",
  Authorization_RequestDenied: "missing_scope",
  // The answer to a DELETE of an event that its owner has deleted already (403).
  ErrorCannotDeleteObject: "not_found",
  // The account has no mailbox, or one that is elsewhere (404).
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
  // 503 with a time is how Outlook throttles; without, it is away.
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
