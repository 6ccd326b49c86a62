// The thread of end-when-hung.ts. It counts its own seconds instead of reading a clock: a process (or machine) that was stopped for an hour
// and goes on has been without a turn for one of them.
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
    // Past the main thread, which would have to pass on what this one prints.
    writeSync(2, `The event loop was held for ${held} seconds: ending, to be started again.\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}, 1000);
