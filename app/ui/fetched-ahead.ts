import { hasConnection, isUnreached } from "./connection/cut-off";

/** How long browsers may cache a prefetched response, in seconds. */
export const AHEAD_SECONDS = 3;

// The previous page's prefetched data may belong to another person, so ignore it for the first
// seconds.
let usedFrom = AHEAD_SECONDS * 1000; // performance.now(), ms

/** Data changed: ignore everything prefetched so far. */
export function forgetAhead(): void {
  usedFrom = performance.now() + AHEAD_SECONDS * 1000;
}

/**
 * The browser answers data requests from its prefetch cache (enabled by handleDataRequest), except
 * after a change: then everything is refetched until older entries have expired. Remix uses
 * window.fetch and offers no other hook.
 */
export function readAnewAfterChanges(): void {
  const read = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const isForm = (init?.method ?? "GET").toUpperCase() !== "GET";
    if (isForm) {
      forgetAhead();
      return read(input, init).finally(forgetAhead);
    }
    return readPatiently(() =>
      read(input, performance.now() < usedFrom ? { cache: "reload", ...init } : init),
    );
  };
}

/** Delays before retrying a request that did not reach the server, in milliseconds. */
const AGAIN_MS = [300, 1200];

/**
 * Retries reads, which are safe to repeat, so a click survives a network change or a server
 * restart.
 */
export async function readPatiently(read: () => Promise<Response>): Promise<Response> {
  for (const pause of AGAIN_MS)
    try {
      return await read();
    } catch (error) {
      if (!isUnreached(error) || !hasConnection()) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  return read();
}
