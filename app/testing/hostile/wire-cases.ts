import { write } from "../raw-http";

/**
 * Raw requests that no client library sends, with the expected statuses; null: the connection
 * closes without a response.
 */
export interface WireCase {
  name: string;
  bytes: string;
  statuses: (number | null)[];
}

const body = '{"type":"room","name":"Smuggled"}';
const post = (headers: Record<string, string>, raw = body) =>
  write("POST", "/api/resources", { headers, raw });
const lines = (first: string, ...headers: string[]) =>
  `${[first, ...headers].join("\r\n")}\r\n\r\n`;
const HOST = "Host: 127.0.0.1:3000";
const CLOSE = "Connection: close";

/** `headers`: those of a caller who may create resources. */
export function wireCases(headers: Record<string, string>): WireCase[] {
  const json = { ...headers, "Content-Type": "application/json" };
  const own = Object.entries(json).map(([name, value]) => `${name}: ${value}`);
  const refused = (name: string, bytes: string, ...statuses: (number | null)[]): WireCase => ({
    name,
    bytes,
    statuses: statuses.length > 0 ? statuses : [400],
  });
  const inner =
    lines("POST /api/resources HTTP/1.1", HOST, ...own, `Content-Length: ${body.length}`) + body;
  return [
    ...["-1", "+5", "0x5", "5, 5", "5 5", "9".repeat(20), "", "1e1", "NaN"].map((length) =>
      refused(`Content-Length: ${length}`, post({ ...json, "Content-Length": length })),
    ),
    refused(
      "two lengths that differ",
      lines(
        "POST /api/resources HTTP/1.1",
        HOST,
        ...own,
        CLOSE,
        "Content-Length: 5",
        "Content-Length: 33",
      ) + body,
    ),
    refused(
      "a length and chunks",
      post({ ...json, "Content-Length": "4", "Transfer-Encoding": "chunked" }, `0\r\n\r\n${inner}`),
    ),
    ...["gzip", "chunked, identity", "xchunked", "identity", "chunked\u000b", '"chunked"'].map(
      (coding) =>
        refused(
          `Transfer-Encoding: ${coding}`,
          post({ ...json, "Transfer-Encoding": coding }, `5\r\n{"a":\r\n0\r\n\r\n${inner}`),
          400,
          501,
        ),
    ),
    ...["zz", "-1", "f".repeat(17), "5 ", "0x5", ""].map((size) =>
      refused(
        `a chunk of ${size || "no size"}`,
        post({ ...json, "Transfer-Encoding": "chunked" }, `${size}\r\nabcde\r\n0\r\n\r\n`),
      ),
    ),
    refused(
      "a chunk extension of 20 KB",
      post(
        { ...json, "Transfer-Encoding": "chunked" },
        `5;${"x".repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`,
      ),
      400,
      413,
    ),
    refused(
      "a header without a colon",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, "Nothing"),
    ),
    refused(
      "a space before the colon",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, "X-A : 1"),
    ),
    refused("a folded header", lines("GET /api/resources HTTP/1.1", HOST, CLOSE, "X-A: 1\r\n 2")),
    refused("NUL in a header", lines("GET /api/resources HTTP/1.1", HOST, CLOSE, "X-A: a\0b")),
    refused(
      "a carriage return alone",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, "X-A: a\rb"),
    ),
    refused("no host", lines("GET /api/resources HTTP/1.1", CLOSE)),
    refused(
      "20 KB of one header",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, `X-A: ${"a".repeat(20_000)}`),
      431,
    ),
    refused(
      "a cookie of 20 KB",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, `Cookie: ${"a=b; ".repeat(4000)}`),
      431,
    ),
    refused(
      "3,000 headers",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, ...Array<string>(3000).fill("X-A: 1")),
      401,
      431,
    ),
    refused(
      "an address of 20 KB",
      lines(`GET /api/resources?${"a".repeat(20_000)} HTTP/1.1`, HOST, CLOSE),
      431,
      414,
    ),
    refused("another version", lines("GET /api/resources HTTP/9.9", HOST, CLOSE)),
    refused("no version", "GET /api/resources\r\n\r\n", 400, 401),
    refused("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    refused("TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
    refused("a method of small letters", lines("get /api/resources HTTP/1.1", HOST, CLOSE)),
    refused("a method that nobody has", lines("GEEET /api/resources HTTP/1.1", HOST, CLOSE)),
    refused(
      "an unsupported expectation",
      lines("GET /api/resources HTTP/1.1", HOST, CLOSE, "Expect: 200-ok"),
      417,
    ),
    refused("a tunnel", lines("CONNECT 127.0.0.1:5432 HTTP/1.1", HOST, CLOSE), null),
    refused(
      "more bytes than the declared length",
      post({ ...json, "Content-Length": "2", Connection: "keep-alive" }, `{}${"\x01".repeat(8)}`),
      400,
      422,
    ),
    ...[
      "*",
      "//",
      "//evil.example/api/resources",
      "/\\evil.example",
      "http://[::1/api/resources",
      "?",
      "/api/resources#x",
      "http://",
      "/%",
    ].map((target) =>
      refused(
        `the address ${target}`,
        lines(`GET ${target} HTTP/1.1`, HOST, CLOSE),
        400,
        401,
        404,
        200,
        302,
      ),
    ),
    ...["", "evil.example", "127.0.0.1:99999", "a b", "[::1", "\xff", "x".repeat(8000)].map(
      (host) =>
        refused(
          `the host ${host.slice(0, 20)}`,
          lines("GET /sign-in HTTP/1.1", `Host: ${host}`, CLOSE),
          200,
          400,
        ),
    ),
    refused(
      "OPTIONS of everything",
      lines("OPTIONS * HTTP/1.1", HOST, CLOSE),
      200,
      204,
      400,
      404,
      405,
    ),
  ];
}
