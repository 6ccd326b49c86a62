import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { findFreePorts, isFree } from "./ports";

test("a port is free until something listens on it", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  expect(await isFree("127.0.0.1", port)).toBe(false);
  server.close();
  await once(server, "close");
  expect(await isFree("127.0.0.1", port)).toBe(true);
});

test("free ports found in one call differ", async () => {
  const ports = await findFreePorts("127.0.0.1", 3);
  expect(new Set(ports).size).toBe(3);
});
