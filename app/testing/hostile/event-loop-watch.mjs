// Preloaded into the tested web process (`node --import`): reports to its parent how long single
// turns of the event loop took, and during which call. Measures CPU time of the thread, not wall
// time, because other programs share the machine.
import { subscribe } from "node:diagnostics_channel";
import { existsSync, openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 5;
/** Shorter turns are not reported. */
const TOLD_FROM_MS = 20;

/**
 * CPU milliseconds of the main thread: from Node 23.9 by API, before that from Linux; elsewhere the
 * total of all threads.
 */
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
    // Starts with the first call: start-up delays nobody, and the parent expects another message
    // then.
    if (call === "") {
      before = clock();
      // At most one turn of the loop and the interval lie between two ticks.
      setInterval(watch, EVERY_MS).unref();
    }
    call = String(
      request.headers["x-hostile-call"] ?? `${request.method} ${request.url.slice(0, 80)}`,
    );
  });
}
