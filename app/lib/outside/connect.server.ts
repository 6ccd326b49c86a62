import { type LookupAddress, promises as dns } from "node:dns";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { hostOf, isAllowedHost, isPublicAddress, refusalOf } from "./address-rules";

/** Why a call got no response. Also stored in the webhook delivery log. */
export type SendErrorKind =
  | "address_not_allowed"
  | "dns_failed"
  | "connect_timeout"
  | "connect_failed"
  | "tls_failed"
  | "timeout"
  | "connection_reset"
  | "invalid_response";

export class SendError extends Error {
  constructor(readonly kind: SendErrorKind) {
    super(kind);
    this.name = "SendError";
  }
}

export interface DialTarget {
  host: string;
  port: number;
  /** All addresses of the name, each checked; one of them is used. */
  addresses: LookupAddress[];
}

/** Network access for calls to user-supplied URLs: allowed hosts, resolver, socket and timeouts. */
export interface NetworkAccess {
  allow_hosts: readonly string[];
  resolve(host: string): Promise<LookupAddress[]>;
  /** The only function that opens a socket for such calls. */
  dial(target: DialTarget): Socket;
  connect_ms: number;
  total_ms: number;
}

/**
 * Resolves a name by DNS only. getaddrinfo would block one of four threads, so four unresponsive
 * names would stall every other call.
 */
export async function resolveName(host: string, servers?: string[]): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: 1500, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const toAddresses = (result: PromiseSettledResult<string[]>, family: 4 | 6) =>
    result.status === "fulfilled" ? result.value.map((address) => ({ address, family })) : [];
  return [...toAddresses(v4, 4), ...toAddresses(v6, 6)];
}

/** Connects to one of the checked addresses without resolving the name again. */
function dial({ host, port, addresses }: DialTarget): Socket {
  return connectTcp({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, done) => done(null, addresses),
  });
}

/** The real network. `allow_hosts`: host:port in private networks that the operator allows. */
export function networkAccess(allow_hosts: readonly string[]): NetworkAccess {
  return {
    allow_hosts,
    resolve: (host) => resolveName(host),
    dial,
    connect_ms: 5_000,
    total_ms: 15_000,
  };
}

/**
 * Connects a socket (TLS for https) to a URL's host. All addresses are checked before connecting,
 * including literals (Node does no lookup for them), and the peer is checked again once connected.
 * Throws SendError; aborting `signal` closes the socket.
 */
export async function openConnection(
  url: URL,
  { allow_hosts, resolve, dial }: NetworkAccess,
  signal: AbortSignal,
): Promise<Socket> {
  if (refusalOf(url.href, allow_hosts) !== null) throw new SendError("address_not_allowed");
  const isAllowed = isAllowedHost(url, allow_hosts);
  const mayReach = (address: string) => isAllowed || isPublicAddress(address);
  const host = hostOf(url);
  const addresses =
    isIP(host) !== 0
      ? [{ address: host, family: isIP(host) }]
      : await find(host, isAllowed ? lookUp : resolve);
  if (!addresses.every(({ address }) => mayReach(address)))
    throw new SendError("address_not_allowed");
  signal.throwIfAborted();

  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const socket = dial({ host, port, addresses });
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
  await until(socket, "connect", "connect_failed");
  if (!mayReach(socket.remoteAddress ?? "")) {
    socket.destroy();
    throw new SendError("address_not_allowed");
  }
  if (url.protocol !== "https:") return socket;
  // A server name must not be an IP address (RFC 6066, 3); the certificate is then compared with
  // `host`.
  const secured = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : "",
    ALPNProtocols: ["http/1.1"],
  });
  await until(secured, "secureConnect", "tls_failed");
  return secured;
}

/** An allowed development host may be defined in the machine's hosts file. */
function lookUp(host: string): Promise<LookupAddress[]> {
  return dns.lookup(host, { all: true });
}

async function find(host: string, resolve: NetworkAccess["resolve"]): Promise<LookupAddress[]> {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new SendError("dns_failed");
  return addresses;
}

function until(
  socket: Socket,
  event: "connect" | "secureConnect",
  failure: SendErrorKind,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new SendError(failure));
    // Never removed: a late error of an abandoned socket must not crash the process.
    socket.on("error", fail);
    socket.once("close", fail);
    socket.once(event, () => resolve());
  });
}
