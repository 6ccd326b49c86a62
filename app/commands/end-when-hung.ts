import { inspect } from "node:util";
import inspector from "node:inspector";
import { Worker } from "node:worker_threads";

const TICK_MS = 500;
/** As many seconds as a process may be without a turn of its event loop: beyond it nobody waits for an answer any more. */
const MOST_SECONDS_HELD = 8;

/**
 * Ends this process (SIGKILL) when its event loop has not turned for eight seconds, so that what keeps it running (npm start, systemd, Docker)
 * starts it again: a process that lives and answers nobody looks well from outside. A thread watches, since nothing of a held loop can.
 * A process that a debugger has stopped is left alone.
 */
export function endWhenHung(): void {
  if (inspector.url() !== undefined) return;
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), TICK_MS).unref();
  const thread = new Worker(new URL("./hung-watch.mjs", import.meta.url), {
    workerData: { turns, most_seconds: MOST_SECONDS_HELD },
    execArgv: [], // what is loaded before this process is not for the thread
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  // Without the watch the process still serves: its end is told, and is no reason to end too.
  thread.on("error", (error) =>
    process.stderr.write(`The watch over the event loop ended: ${inspect(error)}\n`),
  );
  thread.unref();
}
