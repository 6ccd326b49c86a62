import { clock } from "~/lib/clock";
import { callOnce } from "~/lib/outside/call.server";
import type { NetworkAccess } from "~/lib/outside/connect.server";
import { parseRetryAfter } from "~/lib/outside/retry-after";

/** How much of a response is stored. */
const KEPT_BYTES = 4096;

export interface Answer {
  response_code: number;
  /** The first 4 KB as text. */
  response_body: string;
  retry_after_ms: number | null;
}

/**
 * POSTs once. Redirects are not followed: they count as responses. Throws SendError or the reason
 * of `signal`.
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  network: NetworkAccess,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await callOnce(
    url,
    { method: "POST", headers, body, max_bytes: KEPT_BYTES },
    network,
    signal,
  );
  return {
    response_code: answer.status,
    response_body: toText(answer.body),
    retry_after_ms: parseRetryAfter(answer.headers["retry-after"], clock.now()),
  };
}

/** Postgres cannot store NUL; a character cut in half at 4 KB is dropped. */
function toText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\u0000", "\uFFFD");
}
