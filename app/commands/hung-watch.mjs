// The thread of end-when-hung.ts. It counts seconds instead of reading a clock: after an hour of
// suspend, a process or machine counts as blocked for one second.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { turns, most_seconds } = workerData;
let seen = Atomics.load(turns, 0);
let held = 0;

setInterval(() => {
  const now = Atomics.load(turns, 0);
  held = now === seen ? held + 1 : 0;
  seen = now;
  if (held < most_seconds) return;
  try {
    // Written directly: console output would pass through the blocked main thread.
    writeSync(2, `The event loop was blocked for ${held} seconds. Exiting to be restarted.\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}, 1000);
