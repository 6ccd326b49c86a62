const NAME = "booking-live";
/** Without a first message by then, assume a proxy buffers the stream. */
const HELLO_MS = 5000;
const MAX_FAILURES = 3;

interface Listener {
  onChange(): void;
  /** Whether live updates work; false before the first hello and after giving up. */
  onState(isLive: boolean): void;
}

type Message = "change" | "live" | "gone";

/**
 * One event stream for all windows of a browser (HTTP/1.1 allows six connections per host): the
 * window that holds the lock receives it and broadcasts. Without the Locks API (plain http) each
 * window opens a stream.
 */
export function listenForChanges({ onChange, onState }: Listener): () => void {
  const ended = new AbortController();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
  const hear = (message: Message) =>
    message === "change" ? onChange() : onState(message === "live");
  const notify = (message: Message) => {
    channel?.postMessage(message);
    hear(message);
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));
  onState(false);
  const lead = () =>
    new Promise<void>((done) => {
      const close = openStream(notify);
      ended.signal.addEventListener("abort", () => {
        close();
        done();
      });
    });
  if ("locks" in navigator)
    navigator.locks.request(NAME, { signal: ended.signal }, lead).catch(() => {
      // Aborted while waiting for the lock.
    });
  else void lead();
  return () => {
    ended.abort();
    channel?.close();
  };
}

function openStream(notify: (message: Message) => void): () => void {
  let failures = 0;
  let isGreeted = false;
  const source = new EventSource("/dashboard/live");
  const giveUp = () => {
    source.close();
    notify("gone");
  };
  let waiting = setTimeout(giveUp, HELLO_MS);
  source.addEventListener("hello", () => {
    clearTimeout(waiting);
    failures = 0;
    notify("live");
    // Changes during a disconnect are not replayed, so reload.
    if (isGreeted) notify("change");
    isGreeted = true;
  });
  source.addEventListener("change", () => notify("change"));
  source.addEventListener("error", () => {
    clearTimeout(waiting);
    failures += 1;
    if (failures >= MAX_FAILURES || source.readyState === EventSource.CLOSED) giveUp();
    else waiting = setTimeout(giveUp, HELLO_MS + 3000);
  });
  return () => {
    clearTimeout(waiting);
    source.close();
  };
}
