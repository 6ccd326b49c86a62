import { callOnce } from "./call.server";
import { type NetworkAccess, SendError } from "./connect.server";

/** Maximum number of redirects. */
const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Safe methods that can be repeated at another address. */
const FOLLOWS = new Set(["GET", "PROPFIND", "REPORT", "OPTIONS"]);

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body: string;
  /** A longer response is an error (AnswerTooLong): half of it would be read as the whole. */
  max_bytes: number;
  /** Limits redirect targets further than address-rules.ts. */
  may_follow?: (to: URL) => boolean;
}

export interface GuardedAnswer {
  /** The final URL after redirects. */
  url: URL;
  status: number;
  /** A response header; repeated headers are joined by ", ". null if absent. */
  header(name: string): string | null;
  text: string;
}

export class AnswerTooLong extends Error {
  constructor(readonly max_bytes: number) {
    super(`The answer has more than ${max_bytes} bytes.`);
    this.name = "AnswerTooLong";
  }
}

/** A redirect that `may_follow` rejects; nothing was sent to it. */
export class RedirectRefused extends Error {
  constructor(readonly to: URL) {
    super(`The server redirects to ${to.host}.`);
    this.name = "RedirectRefused";
  }
}

/** Credentials never leave the origin they were meant for (RFC 9110, 15.4). */
const CREDENTIALS = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * Calls a user-supplied URL. Each hop is checked like the first (address-rules.ts); the response
 * size and the total time are bounded. Credentials are dropped on a redirect to another origin, and
 * stay dropped on the way back. Throws SendError, RedirectRefused, AnswerTooLong, or the reason of
 * `signal`.
 */
export async function guardedFetch(
  url: URL,
  request: GuardedRequest,
  network: NetworkAccess,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  const started = performance.now();
  let to = url;
  let headers = request.headers;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const left = network.total_ms - (performance.now() - started);
    if (left <= 0) throw new SendError("timeout");
    const answer = await callOnce(
      to,
      { ...request, headers },
      { ...network, total_ms: left },
      signal,
    );
    const next = redirectOf(answer.status, answer.headers.location, to, request.method);
    if (next !== null) {
      if (request.may_follow?.(next) === false) throw new RedirectRefused(next);
      if (next.origin !== to.origin) headers = withoutCredentials(headers);
      to = next;
      continue;
    }
    if (answer.is_cut) throw new AnswerTooLong(request.max_bytes);
    const found = answer.headers;
    // No compression was requested, and decompression would not be bounded.
    if (!/^(identity)?$/i.test(found["content-encoding"] ?? ""))
      throw new SendError("invalid_response");
    return {
      url: to,
      status: answer.status,
      header: (name) => [found[name.toLowerCase()] ?? []].flat().join(", ") || null,
      text: new TextDecoder().decode(answer.body),
    };
  }
  throw new SendError("invalid_response");
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())),
  );
}

function redirectOf(
  status: number,
  location: string | undefined,
  from: URL,
  method: string,
): URL | null {
  if (!REDIRECTS.has(status) || location === undefined || !FOLLOWS.has(method)) return null;
  if (!URL.canParse(location, from)) throw new SendError("invalid_response");
  return new URL(location, from);
}
