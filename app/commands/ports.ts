import { createServer, type AddressInfo, type Server } from "node:net";

/** Whether a server could listen there now. */
export async function isFree(host: string, port: number): Promise<boolean> {
  const server = await listen(host, port).catch(() => null);
  await close(server);
  return server !== null;
}

/** `count` different ports that are free on `host`; held together until all are known, so none is given twice. */
export async function findFreePorts(host: string, count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(host, 0)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // a TCP server has an AddressInfo
  await Promise.all(servers.map(close));
  return ports;
}

function listen(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server | null): Promise<void> {
  return new Promise((resolve) => (server === null ? resolve() : server.close(() => resolve())));
}
