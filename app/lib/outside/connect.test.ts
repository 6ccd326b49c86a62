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

// Nothing here leaves the machine: a recorder takes the place of the socket.
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

describe("where the socket would be opened", () => {
  test("a public address arrives, so that the recorder is known to see", async () => {
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
  test("150 hostile addresses are tried", () => {
    expect(parseable.length).toBeGreaterThanOrEqual(150);
  });
  test.each(parseable)("%j never arrives, stored or not", async (url) => {
    const { recorded, network } = recording({
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    expect(await open(url, network)).toBe("address_not_allowed");
    expect(recorded).toEqual([]);
  });
});

describe("a name", () => {
  test("that resolves to public addresses is connected to with exactly those", async () => {
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
    "that resolves to %s never arrives",
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

  test("that rebinds is judged by the very addresses that are dialled, and never looked up a second time", async () => {
    let asked = 0;
    // Public for the first pair of questions (A and AAAA), loopback from then on.
    answers = () => (asked++ < 2 ? ["93.184.215.14"] : ["127.0.0.1"]);
    const { recorded, network } = recording(throughStub);
    await open("https://rebind.example.com/", network);
    expect(asked).toBe(2);
    expect(recorded.flatMap((target) => target.addresses)).toEqual([
      { address: "93.184.215.14", family: 4 },
    ]);
    expect(await open("https://rebind.example.com/", network)).toBe("address_not_allowed");
    expect(recorded).toHaveLength(1);
  });

  test("that does not exist is said to be unknown", async () => {
    answers = () => [];
    const { recorded, network } = recording(throughStub);
    expect(await open("https://nowhere.example.com/", network)).toBe("dns_failed");
    expect(recorded).toEqual([]);
  });
});

describe("a socket that ends up elsewhere", () => {
  test("is closed before a byte is sent, whatever was dialled", async () => {
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
