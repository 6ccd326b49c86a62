import { CalendarError } from "./port";

/** A page of 2,500 events with only the requested fields takes about 2 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

type Init = Pick<RequestInit, "method" | "headers" | "body" | "signal">;

/**
 * `fetch` for a provider's own hosts, bounded in time and response size and aborted by `signal`. It
 * follows no redirects, because they would carry the token. Throws CalendarError `unavailable`,
 * which contains nothing of the request.
 */
export async function boundedFetch(
  url: string | URL,
  { signal, ...init }: Init,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: "error",
      signal: signal == null ? timeout : AbortSignal.any([signal, timeout]),
    });
    const body = await readBounded(answer);
    const hasNone = answer.status === 204 || answer.status === 304;
    return new Response(hasNone ? null : body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw new CalendarError("unavailable", {
      detail: timeout.aborted ? "timeout" : "no response",
    });
  }
}

async function readBounded(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader?.cancel();
      throw new CalendarError("unavailable", { detail: "the response is too large" });
    }
    parts.push(read.value);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const MAX_WAIT_MS = 3_600_000;

/**
 * The provider's Retry-After (RFC 9110, 10.2.3), at most an hour; without one a random 30 to 60 s.
 */
export function retryAfterMs(headers: Headers, now: number): number {
  const header = headers.get("Retry-After");
  const ms =
    header === null ? NaN : /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  if (!Number.isFinite(ms)) return 30_000 + Math.floor(Math.random() * 30_000);
  return Math.min(Math.max(ms, 1000), MAX_WAIT_MS);
}
