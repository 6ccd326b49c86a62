// A server that closes in order on SIGTERM, whose event loop stands still over the end of the grace: what comes meanwhile waits in the kernel.
import { createServer } from "node:http";
import { closeInOrder } from "../http/close-in-order.server";

const [standMs = "0"] = process.argv.slice(2);
const server = createServer((request, response) => {
  request.resume();
  response.end("answered");
});
process.on("SIGTERM", () => {
  setTimeout(() => {
    process.send?.("standing");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(standMs));
  }, 500);
});
closeInOrder(server, { first: () => undefined, last: async () => process.exit(0) });
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
