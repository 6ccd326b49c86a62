import { createServer, type AddressInfo, type Server } from "node:net";
import { PlainError } from "./plain-error";

const PROBLEMS: Record<string, string> = {
  EADDRINUSE: "is used by another program",
  EACCES: "is not allowed for this user",
  EADDRNOTAVAIL: "is not available: this machine has no such address",
};

/** Why a server could not listen, in one sentence if the reason is known. */
export function cannotListen(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: string,
): Error {
  const problem = PROBLEMS[error.code ?? ""];
  return problem === undefined
    ? error
    : new PlainError(`Port ${port} on ${host} ${problem}. Set ${setting} to another port.`);
}

/** Whether the port is free. */
export async function isFree(host: string, port: number): Promise<boolean> {
  const server = await listen(host, port).catch(() => null);
  await close(server);
  return server !== null;
}

/**
 * Finds `count` different free ports on `host`; all are held until the last is known, so that none
 * is returned twice.
 */
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
