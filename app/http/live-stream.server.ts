/** Proxies close connections that are silent for a minute or less. */
const HEARTBEAT_MS = 25_000;
/** A stream ends so that its reader comes again, to this process or another. */
const LONGEST_MS = 10 * 60_000;
/** Streams of one person: one a browser, and some more. */
const MOST_STREAMS = 5;

const openByPerson = new Map<string, number>();
const ends = new Set<() => void>();

/** Ends every stream of this process, whose readers then come again elsewhere: a shutdown need not wait for them. */
export function endLiveStreams(): void {
  for (const end of ends) end();
}

interface LiveStream {
  person: string;
  /** Begins to tell, and ends the stream where the person is signed out or may see something else; what it answers ends that. */
  watch(tell: (change: object) => void, end: () => void): () => void;
  /** Aborts when the reader has gone: the adapter to node does not cancel a body that it only stops reading. */
  signal: AbortSignal;
}

/**
 * Server-sent events (WHATWG HTML, 9.2): `hello` at once, `change` with the change as JSON, comments between. 429 with Retry-After beyond five
 * streams of one person.
 */
export function liveStream({ person, watch, signal }: LiveStream): Response {
  const open = openByPerson.get(person) ?? 0;
  if (open >= MOST_STREAMS)
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
          // The reader has gone already.
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
      "X-Accel-Buffering": "no", // nginx would keep it back
    },
  });
}
