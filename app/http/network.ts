import { isIPv4, isIPv6 } from "node:net";

/**
 * Normalizes an address for counting: IPv6 to its /64, since one household controls that many (RFC
 * 6177); IPv4-mapped IPv6 (::ffff:203.0.113.7) to IPv4; anything else unchanged.
 */
export function networkOf(ip: string): string {
  const address = ip.split("%")[0]!; // without the zone of a link-local address
  if (!isIPv6(address)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  // A dotted IPv4 tail counts as two groups.
  const written = before.length + after.length + (address.includes(".") ? 1 : 0);
  const gap = tail === undefined ? 0 : 8 - written;
  const groups = [...before, ...Array<string>(gap).fill("0"), ...after].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * The wider network of an address: IPv4 as its /24, since neighbouring addresses are easy to get;
 * others as above.
 */
export function wideNetworkOf(ip: string): string {
  const network = networkOf(ip);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
