import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { log } from "~/lib/log.server";

/**
 * After shutdown starts, open connections may send one more request within this time; its response
 * says `Connection: close`.
 */
const GRACE_MS = 1000;
/**
 * Requests in flight may take this long. After that they get a response saying that the outcome is
 * unknown.
 */
export const DRAIN_MS = 18_000;
/** The process exits after this, whatever is still open. */
export const END_MS = 20_000;
const LOOK_MS = 20;
/** How long the client may take to close a connection that we have closed. */
const LINGER_MS = 2000;

/**
 * Closes a server on SIGTERM or SIGINT without losing a request. From then on every response says
 * `Connection: close`. Once all connections have closed, or the grace period is over, the server
 * stops listening, closes connections as they become idle, and runs `last`. `first` runs
 * immediately and ends responses that would otherwise stream indefinitely. A request that arrives
 * on a connection we have already closed is not started: its sender sees a closed connection
 * without a response, and can retry.
 */
export function closeInOrder(
  server: Server,
  {
    first,
    last,
    drain_ms = DRAIN_MS,
  }: { first: () => void; last: () => Promise<void>; drain_ms?: number },
): void {
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  const ended = new Set<Socket>();
  let isClosing = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const application = server.listeners("request") as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (ended.has(request.socket)) return;
    if (isClosing) response.setHeader("Connection", "close");
    open.add(response);
    response.once("close", () => open.delete(response));
    for (const handle of application) handle(request, response);
  });
  const close = (signal: string): void => {
    if (isClosing) return;
    isClosing = true;
    log.info({ signal }, "web is closing");
    first();
    setTimeout(() => answerRest(open), drain_ms).unref();
    setTimeout(() => process.exit(1), END_MS).unref();
    for (const response of open)
      if (!response.headersSent) response.setHeader("Connection", "close");
    void whenIdle(server).then(() => {
      server.once("close", () => void last());
      // http's own close() would close idle connections immediately, racing a request in transit.
      NetServer.prototype.close.call(server);
      const look = lookForIdle(sockets, open, ended);
      setInterval(() => setImmediate(look), LOOK_MS).unref();
    });
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
}

/**
 * Closes connections that were idle at two checks in a row. Between the checks the event loop has
 * read what was waiting in the kernel, so no connection is closed with an unread request (the
 * kernel would reset it). For the same reason only our sending side is closed: later bytes are read
 * and dropped until the client closes too. Node counts a connection that never sent a request as
 * busy until its headers time out.
 */
function lookForIdle(sockets: Set<Socket>, open: Set<ServerResponse>, ended: Set<Socket>) {
  let before = new Map<Socket, number>();
  return (): void => {
    const busy = new Set([...open].map(({ req }) => req.socket));
    const idle = [...sockets].filter((socket) => !busy.has(socket) && !ended.has(socket));
    for (const socket of idle) {
      if (before.get(socket) !== socket.bytesRead) continue;
      ended.add(socket);
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    }
    before = new Map(idle.map((socket) => [socket, socket.bytesRead]));
  };
}

/**
 * Better than a broken connection: the caller learns that the outcome is unknown and retries with
 * the same Idempotency-Key.
 */
function answerRest(open: Set<ServerResponse>): void {
  for (const response of open) {
    if (response.headersSent) continue;
    response.writeHead(503, {
      "Content-Type": "application/json",
      "Retry-After": "5",
      Connection: "close",
    });
    response.end(
      JSON.stringify({
        error: { code: "not_ready", message: "The service is restarting. Try again in 5 seconds." },
      }),
    );
  }
}

/**
 * Resolves when all connections are closed, or when the grace period is over and the kernel's
 * accept queue is empty: closing the listener would reset waiting connections. The event loop
 * accepts one connection per turn, so it continues until a turn accepts none, for at most one more
 * grace period.
 */
function whenIdle(server: Server): Promise<void> {
  return new Promise((done) => {
    let accepted = 0;
    server.on("connection", () => (accepted += 1));
    const emptyBacklog = (until: number, before = -1): void => {
      if (accepted === before || performance.now() > until) return done();
      setImmediate(emptyBacklog, until, accepted);
    };
    const finish = () => {
      clearInterval(look);
      clearTimeout(grace);
      emptyBacklog(performance.now() + GRACE_MS);
    };
    const look = setInterval(
      () => server.getConnections((_error, count) => count === 0 && finish()),
      LOOK_MS,
    );
    const grace = setTimeout(finish, GRACE_MS);
  });
}
