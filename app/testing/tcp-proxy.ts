import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * Fault to inject into database traffic. `before`: the request is lost with the connection;
 * `after`: it is executed and its response is lost.
 */
export type Cut = "before" | "after";

interface Pair {
  /** The product's connection. */
  inside: Socket;
  /** The database's. */
  outside: Socket;
}

export interface TcpProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Decides for everything the product sends; null: pass on. */
  onSend: (data: Buffer) => Cut | null;
  /** Stops all traffic in both directions without closing connections, until `flow`. */
  stall: () => void;
  flow: () => void;
  /**
   * Drops the database's side of every current connection without notifying the product. New
   * connections work.
   */
  loseDatabase: () => number;
  /**
   * Drops the product's side of the first connection whose data matches, together with that data,
   * without notifying the database.
   */
  loseProductAt: (isTheOne: (data: Buffer) => boolean) => Promise<void>;
  close: () => void;
}

/**
 * Length of ReadyForQuery, the last message of every Postgres response: commits are done by then
 * (protocol 3.0, 55.7).
 */
const READY_LENGTH = 6;
const isAnswered = (data: Buffer) =>
  data.length >= READY_LENGTH && data.at(-READY_LENGTH) === "Z".charCodeAt(0);

/** A byte-level proxy between the product and its database that can inject faults. */
export async function startProxy(target: URL): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let isStalled = false;
  let onLoss: ((data: Buffer) => boolean) | null = null;
  const pass = (to: Socket, data: Buffer) => {
    const write = () => void (to.writable && to.write(data));
    if (isStalled) held.push(write);
    else write();
  };
  const server = createServer((inside) => {
    const outside = connect(Number(target.port), target.hostname);
    const pair: Pair = { inside, outside };
    let isCut = false;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      inside.destroy();
      outside.destroy();
    };
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => pairs.has(pair) && end());
    }
    const reset = () => {
      inside.resetAndDestroy();
      end();
    };
    inside.on("data", (data) => {
      if (onLoss?.(data)) {
        onLoss = null;
        pairs.delete(pair);
        return void inside.resetAndDestroy();
      }
      const cut = isCut ? null : proxy.onSend(data);
      if (cut === "before") return reset();
      if (cut === "after") isCut = true;
      pass(outside, data);
    });
    outside.on("data", (data) => {
      if (!isCut) return pass(inside, data);
      if (isAnswered(data)) reset();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`; // a TCP server's address is never text
  const proxy: TcpProxy = {
    url: url.href,
    onSend: () => null,
    stall: () => void (isStalled = true),
    flow: () => {
      isStalled = false;
      for (const write of held.splice(0)) write();
    },
    loseDatabase: () => {
      const lost = [...pairs];
      pairs.clear();
      for (const { outside } of lost) outside.destroy();
      return lost.length;
    },
    loseProductAt: (isTheOne) =>
      new Promise((resolve) => {
        onLoss = (data) => {
          if (!isTheOne(data)) return false;
          resolve();
          return true;
        };
      }),
    close: () => {
      pairs.clear();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return proxy;
}
