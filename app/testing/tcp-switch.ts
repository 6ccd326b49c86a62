import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const HOST = "127.0.0.1";

export interface TcpSwitch {
  port: number;
  /** Stops all traffic in both directions without closing connections. */
  stall: () => void;
  /** Ends every connection; new ones go to this port. */
  turnTo: (port: number) => void;
  close: () => void;
}

/** A TCP forwarder whose target can be changed, like an address that moves to a new machine. */
export async function startSwitch(first: number): Promise<TcpSwitch> {
  const sockets = new Set<Socket>();
  let target = first;
  let isStalled = false;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((inside) => {
    const outside = connect(target, HOST);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined); // its end follows
      from.on("data", (data) => isStalled || to.write(data));
      from.on("close", () => {
        sockets.delete(from);
        if (!isStalled) to.destroy();
      });
    }
  });
  server.listen(0, HOST);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port, // TCP servers have a port
    stall: () => void (isStalled = true),
    turnTo: (port) => {
      target = port;
      endAll();
    },
    close: () => {
      endAll();
      server.close();
    },
  };
}
