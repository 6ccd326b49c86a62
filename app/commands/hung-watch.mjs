// The thread of end-when-hung.ts. It counts seconds instead of reading a clock: after an hour of
// suspend, a process or machine counts as blocked for one second.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { turns, most_seconds } = workerData;
let lastTurns = Atomics.load(turns, 0);
let blockedSeconds = 0;

setInterval(() => {
  const now = Atomics.load(turns, 0);
  blockedSeconds = now === lastTurns ? blockedSeconds + 1 : 0;
  lastTurns = now;
  if (blockedSeconds < most_seconds) return;
  try {
    // Written directly: console output would pass through the blocked main thread.
    writeSync(
      2,
      `The event loop was blocked for ${blockedSeconds} seconds. Exiting to be restarted.\n`,
    );
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}, 1000);
