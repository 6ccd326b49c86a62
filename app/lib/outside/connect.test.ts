import { once } from "node:events";
import { type AddressInfo, connect, createServer, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type DialTarget,
  openConnection,
  type NetworkAccess,
  networkAccess,
  resolveName,
  SendError,
} from "./connect.server";
import { type DnsStub, startDnsStub } from "~/testing/dns-stub";
import { hostileAddresses, hostileUrls } from "~/testing/hostile-targets";

// Nothing leaves the machine: a recorder replaces the socket.
function recording(given: Partial<NetworkAccess> = {}): {
  recorded: DialTarget[];
  network: NetworkAccess;
} {
  const recorded: DialTarget[] = [];
  const dial = (target: DialTarget) => {
    recorded.push(target);
    return new Socket().destroy(new Error("only recorded"));
  };
  return { recorded, network: { ...networkAccess([]), dial, ...given } };
}

const open = async (url: string, to: NetworkAccess) =>
  openConnection(new URL(url), to, new AbortController().signal).then(
    () => "connected",
    (error: unknown) => (error instanceof SendError ? error.kind : String(error)),
  );

let dns: DnsStub;
let answers: (name: string) => string[] | null = () => [];
beforeAll(async () => {
  dns = await startDnsStub((name) => answers(name));
});
afterAll(() => dns.close());
const throughStub: Partial<NetworkAccess> = { resolve: (host) => resolveName(host, [dns.server]) };

describe("the address that is dialled", () => {
  test("of a public URL is recorded", async () => {
    const { recorded, network } = recording();
    expect(await open("https://93.184.215.14/", network)).toBe("connect_failed");
    expect(await open("https://[2606:4700::1111]:8443/", network)).toBe("connect_failed");
    expect(recorded).toEqual([
      { host: "93.184.215.14", port: 443, addresses: [{ address: "93.184.215.14", family: 4 }] },
      {
        host: "2606:4700::1111",
        port: 8443,
        addresses: [{ address: "2606:4700::1111", family: 6 }],
      },
    ]);
  });

  const parseable = [...new Set(hostileUrls)].filter((url) => URL.canParse(url));
  test("covers 150 malicious addresses", () => {
    expect(parseable.length).toBeGreaterThanOrEqual(150);
  });
  test.each(parseable)("%j is never dialled", async (url) => {
    const { recorded, network } = recording({
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    expect(await open(url, network)).toBe("address_not_allowed");
    expect(recorded).toEqual([]);
  });
});

describe("a name", () => {
  test("that resolves to public addresses is dialled with exactly those", async () => {
    answers = () => ["93.184.215.14", "2606:4700::1111"];
    const { recorded, network } = recording(throughStub);
    expect(await open("https://hooks.example.com/", network)).toBe("connect_failed");
    expect(recorded).toEqual([
      {
        host: "hooks.example.com",
        port: 443,
        addresses: [
          { address: "93.184.215.14", family: 4 },
          { address: "2606:4700::1111", family: 6 },
        ],
      },
    ]);
  });

  test.each([...new Set(hostileAddresses)])(
    "that resolves to %s is never dialled",
    async (address) => {
      answers = () => [address];
      const { recorded, network } = recording(throughStub);
      expect(await open("https://hooks.example.com/", network)).toBe("address_not_allowed");
      expect(recorded).toEqual([]);
    },
  );

  test("with one private address among public ones never arrives", async () => {
    answers = () => ["93.184.215.14", "10.0.0.1"];
    const { recorded, network } = recording(throughStub);
    expect(await open("https://hooks.example.com/", network)).toBe("address_not_allowed");
    expect(recorded).toEqual([]);
  });

  test("that rebinds is resolved once; the checked addresses are dialled", async () => {
    let queries = 0;
    // The first pair of queries (A and AAAA) returns a public address, later ones loopback.
    answers = () => (queries++ < 2 ? ["93.184.215.14"] : ["127.0.0.1"]);
    const { recorded, network } = recording(throughStub);
    await open("https://rebind.example.com/", network);
    expect(queries).toBe(2);
    expect(recorded.flatMap((target) => target.addresses)).toEqual([
      { address: "93.184.215.14", family: 4 },
    ]);
    expect(await open("https://rebind.example.com/", network)).toBe("address_not_allowed");
    expect(recorded).toHaveLength(1);
  });

  test("that does not exist is an unknown host", async () => {
    answers = () => [];
    const { recorded, network } = recording(throughStub);
    expect(await open("https://nowhere.example.com/", network)).toBe("dns_failed");
    expect(recorded).toEqual([]);
  });
});

describe("a socket connected to another address", () => {
  test("is closed before any byte is sent", async () => {
    let received = 0;
    const server = createServer((socket) =>
      socket.on("data", (data) => (received += data.length)).on("error", () => undefined),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const closed = once(server, "connection").then(([socket]) => once(socket as Socket, "close"));
    const { network } = recording({ dial: () => connect(port, "127.0.0.1") });
    expect(await open("https://93.184.215.14/", network)).toBe("address_not_allowed");
    await closed;
    expect(received).toBe(0);
    server.close();
  });
});
