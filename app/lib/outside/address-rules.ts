import { BlockList, isIP, isIPv4 } from "node:net";

/** What a call to an address that somebody typed must never reach (IANA special-purpose address registry, RFC 6890): everything that is not the public internet. */
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
/** Public unicast is 2000::/3 alone, so loopback, mapped, NAT64, unique local, link-local and multicast lie outside by themselves. */
const PUBLIC_IPV6: [string, number] = ["2000::", 3];
const SPECIAL_IPV6: [string, number][] = [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: holds an IPv4 address
  ["3fff::", 20], // documentation
];
/** Names that mean a place inside a network, whatever a resolver says (RFC 6761, 6762, 8375, 9476). */
const INSIDE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion|alt)$/;

/** Above 1023, but of databases, caches, queues and control planes: a call that reached one could be read as a command. */
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

/** Whether an address as a resolver or a socket gives it lies in the public internet; anything that is no address does not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isIPv4(address)) return !specialIpv4.check(address, "ipv4");
  return publicIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

/** The host of a URL without the brackets of an IPv6 literal and the dot of a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Whether host:port of the URL is on the operator's list (WEBHOOK_ALLOW_HOSTS, CALENDAR_ALLOW_HOSTS), http included. */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowHosts.includes(`${url.hostname}:${port}`);
}

/** Of https: the standard port is "" to a URL. Others below 1024 are of other services, port 80 of the operator's list alone. */
function isOpenPort(port: string): boolean {
  return port === "" || (Number(port) > 1023 && !SERVICE_PORTS.has(Number(port)));
}

/**
 * Why no call may go to this URL, in a sentence for a person; null when it is allowed. A URL's parser has already
 * turned every notation of an IPv4 address (decimal, octal, hex, short) into four numbers. What a name resolves to is judged when
 * the connection is made.
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
