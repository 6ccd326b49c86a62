import express from "express";
import { createServer, get, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pagesInTurn } from "./page-turns.server";

let running: { visitor: string; end: () => void }[] = [];
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  running = [];
  const app = express();
  app.use(pagesInTurn((path) => path === "/stream"));
  app.use((request, response) => {
    running.push({
      visitor: request.headers.cookie ?? "nobody",
      end: () => response.send("drawn"),
    });
  });
  server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A pending request and its eventual status. */
function ask(
  visitor: string | null,
  path = "/",
): { status: Promise<number>; request: ClientRequest } {
  const { port } = server.address() as AddressInfo;
  const headers = visitor === null ? {} : { Cookie: `session=${visitor}` };
  let request!: ClientRequest;
  const status = new Promise<number>((resolve, reject) => {
    request = get({ port, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode!)); // of an answer
    });
    request.on("error", reject);
  });
  return { status, request };
}
const drawnFor = (visitor: string) =>
  running.filter((one) => one.visitor === `session=${visitor}`).length;

test("renders four pages of a visitor in parallel without delaying others", async () => {
  const all = Array.from({ length: 10 }, () => ask("a"));
  await expect.poll(() => drawnFor("a")).toBe(4);
  const [other, stranger] = [ask("b"), ask(null)];
  await expect.poll(() => running.length).toBe(6);
  expect(drawnFor("a")).toBe(4);
  for (const { end } of running.splice(0)) end();
  expect(await Promise.all([other.status, stranger.status])).toEqual([200, 200]);
  await expect.poll(() => running.length).toBe(4);
  for (const { end } of running.splice(0)) end();
  await expect.poll(() => running.length).toBe(2);
  for (const { end } of running.splice(0)) end();
  expect(await Promise.all(all.map(({ status }) => status))).toEqual(Array(10).fill(200));
});

test("skips disconnected visitors and streams, and queues at most a hundred", async () => {
  const streams = Array.from({ length: 5 }, () => ask("a", "/stream"));
  await expect.poll(() => drawnFor("a")).toBe(5);
  const first = Array.from({ length: 4 }, () => ask("a"));
  await expect.poll(() => drawnFor("a")).toBe(9);
  const waiting = Array.from({ length: 101 }, () => ask("a"));
  expect(await Promise.race(waiting.map(({ status }) => status))).toBe(429);
  const disconnected = waiting.map(({ request, status }) => {
    request.destroy();
    return status.catch(() => "gone");
  });
  await Promise.all(disconnected);
  const left = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(left).toBe(9);
  for (const { end } of running.splice(0)) end();
  await Promise.all([...streams, ...first].map(({ status }) => status));
  expect(running).toEqual([]);
});
