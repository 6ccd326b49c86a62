import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { testEnvironment } from "~/testing/environment";
import { DRAIN_MS, END_MS } from "./close-in-order.server";

const { DATABASE_URL, ENCRYPTION_KEY } = process.env; // read at start, not used
const CLIENTS = 60;
const REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

/**
 * Sends one request on a new connection (unless one is given) and returns everything received, or
 * the error's code.
 */
async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  socket.on("error", (error: Error & { code?: string }) => (answer += ` ${error.code}`));
  socket.write(text);
  await once(socket, "close").catch(() => undefined);
  return answer;
}

const startServer = (words: string[]) =>
  fork("app/testing/closing-server.ts", words, {
    execArgv: ["--import", "tsx"],
    env: { ...testEnvironment(), DATABASE_URL, ENCRYPTION_KEY, LOG_LEVEL: "silent" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });

test("a request stuck on a hanging database gets a 503 with Retry-After before shutdown", async () => {
  const server = startServer(["0", "10"]);
  const [{ port }] = (await once(server, "message")) as [AddressInfo];
  const ended = once(server, "exit");
  const waiting = once(server, "message");
  const answer = send(port, REQUEST.replace("/ ", "/hang "));
  await waiting;
  server.kill("SIGTERM");
  const text = await answer;
  for (const part of ["HTTP/1.1 503 ", "Retry-After: 5", "Connection: close", '"not_ready"'])
    expect(text).toContain(part);
  expect(await ended).toEqual([0, null]);
  expect(DRAIN_MS).toBeLessThan(END_MS);
});

test("requests queued in the kernel during a blocked shutdown are answered without resets", async () => {
  const server = startServer(["1500"]);
  const [{ port }] = (await once(server, "message")) as [AddressInfo];
  const ended = once(server, "exit");
  const idle = send(port, ""); // never sends anything
  const half = send(port, "GET / HTTP/1.1\r\n"); // begins, and never ends
  expect(await send(port, REQUEST.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))).toContain(
    "answered",
  );
  const standing = once(server, "message");
  server.kill("SIGTERM");
  await standing;
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => send(port, REQUEST)));
  expect(answers.filter((answer) => !answer.endsWith("answered"))).toEqual([]);
  expect(answers.filter((answer) => !answer.includes("Connection: close"))).toEqual([]);
  expect([await idle, await half]).toEqual(["", ""]);
  expect(await ended).toEqual([0, null]);
});
