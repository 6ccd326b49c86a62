const NAME = "booking-live";
/** A stream that has said nothing by then is taken for one that a proxy holds back. */
const HELLO_MS = 5000;
const MOST_FAILURES = 3;

interface Listener {
  onChange(): void;
  /** Whether changes come by themselves; false before the first hello, and when the stream is given up. */
  onState(isLive: boolean): void;
}

type Message = "change" | "live" | "gone";

/**
 * One stream for all windows of a browser (HTTP/1.1 has six connections to a host): who holds the lock has it and tells the others. Where
 * the browser has no locks (plain http on a network) each window has its own.
 */
export function listenForChanges({ onChange, onState }: Listener): () => void {
  const ended = new AbortController();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
  const hear = (message: Message) =>
    message === "change" ? onChange() : onState(message === "live");
  const tell = (message: Message) => {
    channel?.postMessage(message);
    hear(message);
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));
  onState(false);
  const lead = () =>
    new Promise<void>((done) => {
      const close = openStream(tell);
      ended.signal.addEventListener("abort", () => {
        close();
        done();
      });
    });
  if ("locks" in navigator)
    navigator.locks.request(NAME, { signal: ended.signal }, lead).catch(() => {
      // Ended while it waited for the lock.
    });
  else void lead();
  return () => {
    ended.abort();
    channel?.close();
  };
}

function openStream(tell: (message: Message) => void): () => void {
  let failures = 0;
  let hadHello = false;
  const source = new EventSource("/dashboard/live");
  const giveUp = () => {
    source.close();
    tell("gone");
  };
  let waiting = setTimeout(giveUp, HELLO_MS);
  source.addEventListener("hello", () => {
    clearTimeout(waiting);
    failures = 0;
    tell("live");
    // What happened while it was away is not told again.
    if (hadHello) tell("change");
    hadHello = true;
  });
  source.addEventListener("change", () => tell("change"));
  source.addEventListener("error", () => {
    clearTimeout(waiting);
    failures += 1;
    if (failures >= MOST_FAILURES || source.readyState === EventSource.CLOSED) giveUp();
    else waiting = setTimeout(giveUp, HELLO_MS + 3000);
  });
  return () => {
    clearTimeout(waiting);
    source.close();
  };
}
