import { once, setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { network } from "./network.server";
import { post } from "./post.server";

const DELIVERIES = 1500;
/** A leak took 16,500 each. */
const BYTES_EACH = 2_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("deliveries do not leak memory through a long-lived signal", async () => {
  const server = createServer(
    (request, response) => void request.resume().on("end", () => response.writeHead(204).end()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const url = new URL(`http://${host}/`);
  const heapAfter = async (count: number) => {
    for (let sent = 0; sent < count; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          post(url, {}, "{}", { ...network, allow_hosts: [host] }, signal),
        ),
      );
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    return process.memoryUsage().heapUsed;
  };
  const half = await heapAfter(DELIVERIES);
  const whole = await heapAfter(DELIVERIES);
  expect((whole - half) / DELIVERIES).toBeLessThan(BYTES_EACH);
  server.closeAllConnections();
  server.close();
});
