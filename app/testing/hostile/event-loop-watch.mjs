// Loaded before the tested web process (`node --import`): tells its parent how long single turns of the event loop took, and during which
// call. Time is that of the thread on a processor, not of the clock on the wall, because other programs share the machine.
import { subscribe } from "node:diagnostics_channel";
import { existsSync, openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 5;
/** Shorter turns are not worth telling. */
const TOLD_FROM_MS = 20;

/** Milliseconds that the main thread has run: from Node 23.9 by itself, before from Linux, elsewhere those of all threads. */
function clockOfThread() {
  if (process.threadCpuUsage) return () => total(process.threadCpuUsage());
  const file = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(file)) return () => total(process.cpuUsage());
  const descriptor = openSync(file, "r");
  const bytes = Buffer.alloc(64);
  return () =>
    Number(bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, 64, 0)).split(" ")[0]) / 1e6;
}
const total = ({ user, system }) => (user + system) / 1000;

if (isMainThread && process.send) {
  const clock = clockOfThread();
  let call = "";
  let before = 0;
  const watch = () => {
    const now = clock();
    const held_ms = now - before;
    before = now;
    if (held_ms > TOLD_FROM_MS && process.connected) process.send({ held_ms, call });
  };
  subscribe("http.server.request.start", ({ request }) => {
    // From the first call on: what starting takes is nobody's wait, and the parent waits for another message then.
    if (call === "") {
      before = clock();
      // Between two ticks is at most one turn of the loop and the wait: a timer that is due is asked in every turn.
      setInterval(watch, EVERY_MS).unref();
    }
    call = String(
      request.headers["x-hostile-call"] ?? `${request.method} ${request.url.slice(0, 80)}`,
    );
  });
}
