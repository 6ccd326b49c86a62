import { hasConnection, isUnreached } from "./connection/cut-off";

/** How long a browser may keep what it fetched ahead of a press. Seconds. */
export const AHEAD_SECONDS = 3;

// What the page before fetched may be another person's: the first seconds of a page use none of it.
let usedFrom = AHEAD_SECONDS * 1000; // of performance.now(), ms

/** Something has changed: of what was fetched ahead until now nothing is shown. */
export function forgetAhead(): void {
  usedFrom = performance.now() + AHEAD_SECONDS * 1000;
}

/**
 * The browser answers a page's data from what it fetched ahead (handleDataRequest lets it), except after a change: then all is read again
 * for as long as something older could be kept. Remix calls the window's own fetch, and has no other place to say so.
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

/** After which pauses what reached nobody is asked for again. Milliseconds. */
const AGAIN_MS = [300, 1200];

/** A press is not lost to a network that changes, or a server that starts again: what is only read can be read again. */
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
