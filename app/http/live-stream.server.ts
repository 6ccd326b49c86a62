/** Below the idle timeout of common proxies (one minute). */
const HEARTBEAT_MS = 25_000;
/** Streams end after this so that clients reconnect, possibly to another process. */
const LONGEST_MS = 10 * 60_000;
/** Streams per person: one per browser, plus a few. */
const MAX_STREAMS = 5;

const openByPerson = new Map<string, number>();
const ends = new Set<() => void>();

/** Ends every stream of this process on shutdown; clients reconnect elsewhere. */
export function endLiveStreams(): void {
  for (const end of ends) end();
}

interface LiveStream {
  person: string;
  /**
   * Subscribes to changes and returns the unsubscribe function. Calls `end` when the person signs
   * out or loses access.
   */
  watch(send: (change: object) => void, end: () => void): () => void;
  /**
   * Aborts when the client disconnects: the node adapter does not cancel a body that it merely
   * stops reading.
   */
  signal: AbortSignal;
}

/**
 * Server-sent events (WHATWG HTML, 9.2): `hello` immediately, `change` with JSON, comments as
 * heartbeats. 429 with Retry-After beyond five streams per person.
 */
export function liveStream({ person, watch, signal }: LiveStream): Response {
  const open = openByPerson.get(person) ?? 0;
  if (open >= MAX_STREAMS)
    return new Response("Too many windows are watching.\n", {
      status: 429,
      headers: { "Retry-After": "60" },
    });
  openByPerson.set(person, open + 1);
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      const stop = watch(
        (change) => write(`event: change\ndata: ${JSON.stringify(change)}\n\n`),
        () => end(),
      );
      const heartbeat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
      const longest = setTimeout(() => end(), LONGEST_MS);
      end = () => {
        if (!ends.delete(end)) return;
        stop();
        clearInterval(heartbeat);
        clearTimeout(longest);
        const left = (openByPerson.get(person) ?? 1) - 1;
        if (left > 0) openByPerson.set(person, left);
        else openByPerson.delete(person);
        try {
          controller.close();
        } catch {
          // The client has already disconnected.
        }
      };
      ends.add(end);
      signal.addEventListener("abort", () => end(), { once: true });
      write("retry: 3000\nevent: hello\ndata: {}\n\n");
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no", // nginx would buffer the stream
    },
  });
}
