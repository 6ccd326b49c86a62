import { callOnce } from "./call.server";
import { type NetworkAccess, SendError } from "./connect.server";

/** Redirects that one call follows. */
const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What may be asked again elsewhere, as it was: it changes nothing. */
const FOLLOWS = new Set(["GET", "PROPFIND", "REPORT", "OPTIONS"]);

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body: string;
  /** An answer with more is an error (answer_too_long), since half of it would be read as the whole. */
  max_bytes: number;
  /** Whether a redirect may lead there; without it, anywhere that address-rules.ts allows. */
  may_follow?: (to: URL) => boolean;
}

export interface GuardedAnswer {
  /** Where the answer came from, after redirects. */
  url: URL;
  status: number;
  /** A header as it came; several of one name joined by ", "; null where there is none. */
  header(name: string): string | null;
  text: string;
}

export class AnswerTooLong extends Error {
  constructor(readonly max_bytes: number) {
    super(`The answer has more than ${max_bytes} bytes.`);
    this.name = "AnswerTooLong";
  }
}

/** A redirect that `may_follow` refuses; nothing was sent there. */
export class RedirectRefused extends Error {
  constructor(readonly to: URL) {
    super(`The server redirects to ${to.host}.`);
    this.name = "RedirectRefused";
  }
}

/** Headers that open something: they never leave the origin that they were meant for (RFC 9110, 15.4). */
const CREDENTIALS = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * Calls an address that somebody typed: each hop is checked as the first was (address-rules.ts), an answer is bounded in size, all hops
 * together in time. Credentials are dropped on the way to another origin, and stay dropped on the way back.
 * Throws SendError, RedirectRefused, AnswerTooLong, or the reason of `signal`.
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
    // Nothing was asked for in a packed form, and unpacking has no bound of its own.
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
