// A server that shuts down on SIGTERM while its event loop is blocked beyond the grace period, so
// that requests wait in the kernel.
import { createServer } from "node:http";
import { closeInOrder } from "../http/close-in-order.server";

const [standMs = "0", drainMs] = process.argv.slice(2);
const server = createServer((request, response) => {
  request.resume();
  // Simulates a request that waits for a hanging database.
  if (request.url === "/hang") return void process.send?.("waiting");
  response.end("answered");
});
process.on("SIGTERM", () => {
  if (standMs === "0") return;
  setTimeout(() => {
    process.send?.("standing");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(standMs));
  }, 500);
});
closeInOrder(server, {
  first: () => undefined,
  last: async () => process.exit(0),
  ...(drainMs !== undefined && { drain_ms: Number(drainMs) }),
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
