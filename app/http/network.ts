import { isIPv4, isIPv6 } from "node:net";

/**
 * What an address counts as: an IPv6 address as its /64, because a line of one household has that many to choose from (RFC 6177); one
 * that maps an IPv4 address (::ffff:203.0.113.7) as that; anything else as it is.
 */
export function networkOf(ip: string): string {
  const address = ip.split("%")[0]!; // without the zone of a link-local address
  if (!isIPv6(address)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  // A dotted end is two groups.
  const written = before.length + after.length + (address.includes(".") ? 1 : 0);
  const gap = tail === undefined ? 0 : 8 - written;
  const groups = [...before, ...Array<string>(gap).fill("0"), ...after].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The network that a visitor's line is one of: an IPv4 address as its /24, since its neighbours are easy to get; others as above. */
export function wideNetworkOf(ip: string): string {
  const network = networkOf(ip);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
