import { CalendarError } from "./port";

/** A page of 2,500 events, of which only the named fields are asked for, has about 2 MB. */
const MOST_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

type Init = Pick<RequestInit, "method" | "headers" | "body" | "signal">;

/**
 * `fetch` of a provider's own address that has an end: of time, of the answer's size, and where `signal` says so. It follows no redirect (a
 * token would go along). Throws CalendarError `unavailable`, which has nothing of the request in it.
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
      detail: timeout.aborted ? "no answer in time" : "no answer",
    });
  }
}

async function readBounded(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new CalendarError("unavailable", { detail: "the answer is too large" });
    }
    parts.push(read.value);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const MOST_WAIT_MS = 3_600_000;

/** How long a provider asks us to wait (RFC 9110, 10.2.3), at most an hour; where it does not say, 30 to 60 s, spread by chance. */
export function retryAfterMs(headers: Headers, now: number): number {
  const said = headers.get("Retry-After");
  const ms =
    said === null ? NaN : /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now;
  if (!Number.isFinite(ms)) return 30_000 + Math.floor(Math.random() * 30_000);
  return Math.min(Math.max(ms, 1000), MOST_WAIT_MS);
}
