import { inspect } from "node:util";
import inspector from "node:inspector";
import { Worker } from "node:worker_threads";

const TICK_MS = 500;
/** Longest time that the event loop may be blocked; by then no client is still waiting. */
const MAX_BLOCKED_SECONDS = 8;

/**
 * Kills this process (SIGKILL) when its event loop has been blocked for eight seconds, so that its
 * supervisor (npm start, systemd, Docker) restarts it: a blocked process looks healthy from
 * outside. A thread watches, because nothing on a blocked loop can. Processes stopped by a debugger
 * are left alone.
 */
export function endWhenHung(): void {
  if (inspector.url() !== undefined) return;
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), TICK_MS).unref();
  const thread = new Worker(new URL("./hung-watch.mjs", import.meta.url), {
    workerData: { turns, most_seconds: MAX_BLOCKED_SECONDS },
    execArgv: [], // no preloads in the thread
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  // A failed watchdog is logged; the process continues without it.
  thread.on("error", (error) =>
    process.stderr.write(`The event-loop watchdog failed: ${inspect(error)}\n`),
  );
  thread.unref();
}
