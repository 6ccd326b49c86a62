import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type NetworkAccess, SendError } from "~/lib/outside/connect.server";
import { network as realNetwork } from "./network.server";
import { post } from "./post.server";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serveBytes(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    handle(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const to = (host: string, limits: Partial<NetworkAccess> = {}): NetworkAccess => ({
  ...realNetwork,
  allow_hosts: [host],
  ...limits,
});
const patience = { connect_ms: 100, total_ms: 150 };
const send = (
  host: string,
  network: NetworkAccess = to(host),
  signal = new AbortController().signal,
) =>
  post(
    new URL(`http://${host}/hook?a=b`),
    { "Content-Type": "application/json" },
    '{"a":"Zoë"}',
    network,
    signal,
  );
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof SendError ? error.kind : String(error)),
  );

describe("an exchange", () => {
  test("posts the exact bytes with their length and Connection: close", async () => {
    let seen: unknown;
    const host = await serve((request, response) => {
      const { method, url, headers } = request;
      request.on(
        "data",
        (data: Buffer) => (seen = { method, url, headers, body: data.toString() }),
      );
      request.on("end", () => response.end("thanks"));
    });
    expect(await send(host)).toEqual({
      response_code: 200,
      response_body: "thanks",
      retry_after_ms: null,
    });
    expect(seen).toMatchObject({
      method: "POST",
      url: "/hook?a=b",
      headers: {
        host,
        "content-type": "application/json",
        "content-length": "12",
        connection: "close",
      },
      body: '{"a":"Zoë"}',
    });
  });

  test.each([200, 201, 204, 301, 400, 404, 410, 429, 500, 503])(
    "returns the status %i",
    async (status) => {
      const host = await serve((_, response) =>
        response.writeHead(status, { "Retry-After": "7" }).end(),
      );
      expect(await send(host)).toEqual({
        response_code: status,
        response_body: "",
        retry_after_ms: 7000,
      });
    },
  );

  test.each([301, 302, 303, 307, 308])("does not follow a redirect (%i)", async (status) => {
    let followed = 0;
    const target = await serve((_, response) => {
      followed++;
      response.end();
    });
    const host = await serve((_, response) =>
      response.writeHead(status, { Location: `http://${target}/` }).end(),
    );
    expect((await send(host, { ...to(host), allow_hosts: [host, target] })).response_code).toBe(
      status,
    );
    expect(followed).toBe(0);
  });

  test("reads 4 KB of an endless response", async () => {
    const host = await serve((_, response) => {
      response.writeHead(200);
      const pour = () => response.write("x".repeat(10_000)) && setImmediate(pour);
      response.on("drain", pour);
      pour();
    });
    expect((await send(host)).response_body).toBe("x".repeat(4096));
  });

  test("stores whole characters without NUL", async () => {
    const host = await serve((_, response) =>
      response.end(Buffer.from(`a\u0000b${"ä".repeat(4000)}`)),
    );
    const { response_body } = await send(host);
    expect(response_body).toBe(`a\uFFFDb${"ä".repeat(2046)}`);
  });
});

describe("a slow exchange", () => {
  const drip = (response: ServerResponse) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 10);
    response.on("close", () => clearInterval(timer));
  };
  test("with a slow body times out", async () => {
    const host = await serve((_, response) => drip(response));
    expect(await failureOf(send(host, to(host, patience)))).toBe("timeout");
  });
  test("with slow headers times out", async () => {
    const host = await serveBytes((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-Slow: 1\r\n"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    expect(await failureOf(send(host, to(host, patience)))).toBe("timeout");
  });
  test("without a response times out", async () => {
    const host = await serve(() => undefined);
    expect(await failureOf(send(host, to(host, patience)))).toBe("timeout");
  });
  test("without a connection is a connect timeout", async () => {
    const host = "127.0.0.1:1";
    expect(await failureOf(send(host, to(host, { ...patience, dial: () => new Socket() })))).toBe(
      "connect_timeout",
    );
  });
  test("with silent name servers is a connect timeout, and nothing is dialled later", async () => {
    let dialled = 0;
    let release: (addresses: { address: string; family: number }[]) => void = () => undefined;
    const silent: Partial<NetworkAccess> = {
      ...patience,
      resolve: () => new Promise((resolve) => (release = resolve)),
      dial: () => {
        dialled++;
        return new Socket();
      },
    };
    const url = new URL("https://hooks.example.com/");
    const sent = post(
      url,
      {},
      "",
      { ...realNetwork, allow_hosts: [], ...silent },
      new AbortController().signal,
    );
    expect(await failureOf(sent)).toBe("connect_timeout");
    release([{ address: "93.184.215.14", family: 4 }]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(dialled).toBe(0);
  });
  test("is aborted by the caller's signal", async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const host = await serve((request) => {
      closed = once(request.socket, "close");
      controller.abort(new Error("stopped"));
    });
    expect(await failureOf(send(host, to(host), controller.signal))).toBe("Error: stopped");
    await closed;
  });
});

describe("a failing exchange", () => {
  test("without a listener is a failed connection", async () => {
    const host = await serve(() => undefined);
    for (const close of closers.splice(0)) close();
    expect(await failureOf(send(host))).toBe("connect_failed");
  });
  test("reset before a response is a reset", async () => {
    const host = await serveBytes((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await failureOf(send(host))).toBe("connection_reset");
  });
  test("closed without a response is a reset", async () => {
    const host = await serveBytes((socket) => socket.once("data", () => socket.end()));
    expect(await failureOf(send(host))).toBe("connection_reset");
  });
  test("interrupted during a 200 is a reset", async () => {
    const host = await serveBytes((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
    );
    expect(await failureOf(send(host))).toBe("connection_reset");
  });
  test.each([
    ["words that are not HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["a head without end", `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  ])("with %s is an invalid response", async (_, bytes) => {
    const host = await serveBytes((socket) => socket.once("data", () => socket.write(bytes)));
    expect(await failureOf(send(host))).toBe("invalid_response");
  });
  test("with a protocol upgrade is a failure", async () => {
    const host = await serveBytes((socket) =>
      socket.once("data", () =>
        socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
        ),
      ),
    );
    expect(await failureOf(send(host))).toBe("connection_reset");
  });
});
