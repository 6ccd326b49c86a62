import { connect } from "node:net";

// Raw HTTP, for requests that no client library would send, and their responses.

export interface Answer {
  status: number;
  headers: string[];
  body: string;
}

/** Sends `bytes` unchanged and reads until the server closes. */
export async function exchange(port: number, bytes: string): Promise<Answer> {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer); // a socket without an encoding gives buffers
  return readAnswer(Buffer.concat(chunks));
}

/** Normalizes a response: removes chunking, date and request id. */
const FRAMING = /^(date|x-request-id|connection|keep-alive|transfer-encoding|content-length):/i;

function readAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf("\r\n\r\n");
  const [line = "", ...all] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const body = bytes.subarray(end + 4);
  const isChunked = all.some((header) => /^transfer-encoding: *chunked/i.test(header));
  const text = (isChunked ? dechunk(body) : body)
    .toString("utf8")
    .replace(/"request_id":"[^"]*"/, '"request_id":""');
  const headers = all
    .filter((header) => !FRAMING.test(header))
    .map((header) => header.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return { status: Number(line.split(" ")[1]), headers: headers.sort(), body: text };
}

function dechunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

export interface Wish {
  headers?: Record<string, string>;
  body?: string;
  /** The complete body, if its length should not match. */
  raw?: string;
  version?: string;
}

/** A request as bytes; the connection closes after it. */
export function write(
  method: string,
  target: string,
  { headers = {}, body, raw, version = "1.1" }: Wish,
): string {
  const all: Record<string, string> = { Host: "127.0.0.1:3000", Connection: "close", ...headers };
  if (body !== undefined) Object.assign(all, { "Content-Length": String(Buffer.byteLength(body)) });
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join("\r\n")}\r\n\r\n${raw ?? body ?? ""}`;
}
