// A DNS server on loopback (RFC 1035, A and AAAA only) whose responses the test chooses per query.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

const TYPE_A = 1;
const TYPE_AAAA = 28;

export interface DnsStub {
  server: string;
  questions: string[];
  close(): void;
}

/**
 * `answer` receives the name and returns its current addresses; none is NXDOMAIN, null is no
 * response.
 */
export async function startDnsStub(answer: (name: string) => string[] | null): Promise<DnsStub> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  socket.on("message", (query, peer) => {
    const { name, type, end } = readQuestion(query);
    questions.push(name);
    const addresses = answer(name);
    if (addresses === null) return;
    const family = type === TYPE_A ? isIPv4 : (address: string) => !isIPv4(address);
    const records =
      type === TYPE_A || type === TYPE_AAAA
        ? addresses.filter(family).map((address) => record(type, address))
        : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(
      Buffer.concat([header, query.subarray(12, end), ...records]),
      peer.port,
      peer.address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { server: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, address: string): Buffer {
  const data = type === TYPE_A ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // the name of the question
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** An address as the URL parser writes it: hex groups, at most one "::". */
function ipv6Bytes(address: string): Buffer {
  const normal = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = "", right] = normal.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const tail = right === undefined ? [] : groups(right);
  const zeros = Array<string>(8 - groups(left).length - tail.length).fill("0");
  const bytes = Buffer.alloc(16);
  [...groups(left), ...(right === undefined ? [] : zeros), ...tail].forEach((group, index) =>
    bytes.writeUInt16BE(parseInt(group, 16), index * 2),
  );
  return bytes;
}
