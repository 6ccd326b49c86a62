import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { log } from "~/lib/log.server";

/** How long connections that are open when the shutdown starts may send one more request, which is answered with `Connection: close`. */
const GRACE_MS = 1000;
/** How long requests that are under way may take to end. */
const DRAIN_MS = 20_000;
const LOOK_MS = 20;

/**
 * Ends a server on SIGTERM or SIGINT without losing a request: from then on each answer says `Connection: close`; when the connections
 * have ended by that, or the grace is over, it listens no more, closes idle connections as they become idle, and does `last`. `first` is done at once:
 * it ends answers that would go on for as long as they may.
 */
export function closeInOrder(
  server: Server,
  { first, last }: { first: () => void; last: () => Promise<void> },
): void {
  const sockets = new Set<Socket>();
  const open = new Set<ServerResponse>();
  let isClosing = false;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Before the application, which may answer at once.
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isClosing) response.setHeader("Connection", "close");
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  const close = (signal: string): void => {
    if (isClosing) return;
    isClosing = true;
    log.info({ signal }, "web is closing");
    first();
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    for (const response of open)
      if (!response.headersSent) response.setHeader("Connection", "close");
    void whenIdle(server).then(() => {
      server.once("close", () => void last());
      // http's own close() ends idle connections at once, under a request that may be on its way.
      NetServer.prototype.close.call(server);
      setInterval(() => endIdle(sockets, open), LOOK_MS).unref();
    });
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
}

/** Ends connections without a request under way; node counts one that never sent any as busy, until its headers are overdue. */
function endIdle(sockets: Set<Socket>, open: Set<ServerResponse>): void {
  const busy = new Set([...open].map(({ socket }) => socket));
  for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
}

/** When no connection is left, or the grace is over. */
function whenIdle(server: Server): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      clearInterval(look);
      clearTimeout(grace);
      done();
    };
    const look = setInterval(
      () => server.getConnections((_error, count) => count === 0 && finish()),
      LOOK_MS,
    );
    const grace = setTimeout(finish, GRACE_MS);
  });
}
