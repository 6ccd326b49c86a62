import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { log } from "~/lib/log.server";

/** How long connections that are open when the shutdown starts may send one more request, which is answered with `Connection: close`. */
const GRACE_MS = 1000;
/** How long requests that are under way may take to end: after that they are answered that they may not have been carried out. */
const DRAIN_MS = 18_000;
/** When the process ends whatever is left. */
const END_MS = 20_000;
const LOOK_MS = 20;
/** How long a connection that was ended here may take to be ended by the other side. */
const LINGER_MS = 2000;

/**
 * Ends a server on SIGTERM or SIGINT without losing a request: from then on each answer says `Connection: close`; when the connections
 * have ended by that, or the grace is over, it listens no more, closes idle connections as they become idle, and does `last`. `first` is done at once:
 * it ends answers that would go on for as long as they may. A request that arrives on a connection already ended here is not begun: its sender
 * sees the end of the connection, without an answer, and may send it again.
 */
export function closeInOrder(
  server: Server,
  { first, last }: { first: () => void; last: () => Promise<void> },
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
    setTimeout(() => answerRest(open), DRAIN_MS).unref();
    setTimeout(() => process.exit(1), END_MS).unref();
    for (const response of open)
      if (!response.headersSent) response.setHeader("Connection", "close");
    void whenIdle(server).then(() => {
      server.once("close", () => void last());
      // http's own close() ends idle connections at once, under a request that may be on its way.
      NetServer.prototype.close.call(server);
      const look = lookForIdle(sockets, open, ended);
      setInterval(() => setImmediate(look), LOOK_MS).unref();
    });
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
}

/**
 * Ends connections that had no request under way at two looks in a row: in between, the event loop has read what was waiting in the kernel, so
 * that none is ended over a request that has arrived (the kernel would reset it). Ended is the sending side alone, for the same reason: what still
 * comes is read and dropped until the other side ends too. Node counts a connection that never sent a request as busy, until its headers are overdue.
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

/** Better than a connection that breaks: the sender learns that nobody knows whether it was carried out, and tries again with the same Idempotency-Key. */
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
 * When no connection is left, or the grace is over and what waits in the kernel was accepted: the end of listening would reset it. The event
 * loop accepts a connection a turn, so it goes on until a turn brings none; connections that never stop coming get another grace at most.
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
