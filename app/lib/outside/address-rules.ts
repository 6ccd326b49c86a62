import { BlockList, isIP, isIPv4 } from "node:net";

/**
 * Addresses outside the public internet, which a call to a user-supplied URL must never reach (IANA
 * special-purpose address registry, RFC 6890).
 */
const SPECIAL_IPV4: [string, number][] = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, and the metadata services of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];
/**
 * Only 2000::/3 is public unicast; loopback, mapped, NAT64, unique local, link-local and multicast
 * are outside it.
 */
const PUBLIC_IPV6: [string, number] = ["2000::", 3];
const SPECIAL_IPV6: [string, number][] = [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: holds an IPv4 address
  ["3fff::", 20], // documentation
];
/** Names of private networks, regardless of DNS (RFC 6761, 6762, 8375, 9476). */
const INSIDE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion|alt)$/;

/**
 * Ports above 1023 used by databases, caches, queues and control planes: they could read a request
 * as a command.
 */
const SERVICE_PORTS = new Set([
  1433, 1434, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672, 5900,
  5984, 5985, 5986, 6000, 6379, 6380, 6443, 6432, 7000, 7001, 7199, 8086, 8500, 9042, 9092, 9160,
  9200, 9300, 10250, 10255, 11211, 15672, 26379, 27017, 27018, 27019, 50070, 61616,
]);

const specialIpv4 = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) specialIpv4.addSubnet(network, bits, "ipv4");
const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, "ipv6");
const specialIpv6 = new BlockList();
for (const [network, bits] of SPECIAL_IPV6) specialIpv6.addSubnet(network, bits, "ipv6");

/**
 * Whether an address from a resolver or socket is on the public internet; false for anything that
 * is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isIPv4(address)) return !specialIpv4.check(address, "ipv4");
  return publicIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

/** The URL's host without IPv6 brackets and trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/**
 * Whether the operator allows the URL's host:port (WEBHOOK_ALLOW_HOSTS, CALENDAR_ALLOW_HOSTS), http
 * included.
 */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowHosts.includes(`${url.hostname}:${port}`);
}

/**
 * For https; URL reports the standard port as "". Other ports below 1024 belong to other services,
 * and port 80 requires the operator's list.
 */
function isOpenPort(port: string): boolean {
  return port === "" || (Number(port) > 1023 && !SERVICE_PORTS.has(Number(port)));
}

/**
 * Why calls to this URL are not allowed, as a message for people; null if they are. The URL parser
 * has already normalized every IPv4 notation (decimal, octal, hex, short). Resolved addresses are
 * checked when connecting.
 */
export function refusalOf(url: string, allowHosts: readonly string[]): string | null {
  if (!URL.canParse(url)) return "This is not an address.";
  const parsed = new URL(url);
  if (parsed.username !== "" || parsed.password !== "")
    return "Leave the user name and password out of the address.";
  if (isAllowedHost(parsed, allowHosts) && /^https?:$/.test(parsed.protocol)) return null;
  if (parsed.protocol !== "https:") return "Use an https address.";
  if (!isOpenPort(parsed.port))
    return "Use port 443, or one above 1023 that no other kind of service is known by.";
  const host = hostOf(parsed);
  if (isIP(host) !== 0)
    return isPublicAddress(host) ? null : "This address is inside a private or reserved network.";
  if (INSIDE_NAME.test(host) || !host.includes("."))
    return "This name is for use inside a network only.";
  return null;
}
