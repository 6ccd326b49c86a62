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

/**
 * Calls an address that somebody typed: each hop is judged as the first was (address-rules.ts), an answer is bounded in size, each hop in
 * time. A password goes along only to https, or to a host of the operator's list: neither is left by a redirect, which address-rules.ts refuses.
 * Throws SendError, AnswerTooLong, or the reason of `signal`.
 */
export async function guardedFetch(
  url: URL,
  request: GuardedRequest,
  network: NetworkAccess,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  let to = url;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const answer = await callOnce(to, request, network, signal);
    const next = redirectOf(answer.status, answer.headers.location, to, request.method);
    if (next !== null) {
      to = next;
      continue;
    }
    if (answer.is_cut) throw new AnswerTooLong(request.max_bytes);
    const headers = answer.headers;
    // Nothing was asked for in a packed form, and unpacking has no bound of its own.
    if (!/^(identity)?$/i.test(headers["content-encoding"] ?? ""))
      throw new SendError("invalid_response");
    return {
      url: to,
      status: answer.status,
      header: (name) => [headers[name.toLowerCase()] ?? []].flat().join(", ") || null,
      text: new TextDecoder().decode(answer.body),
    };
  }
  throw new SendError("invalid_response");
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
