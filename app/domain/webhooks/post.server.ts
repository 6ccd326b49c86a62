import { request } from "node:http";
import type { Socket } from "node:net";
import { clock } from "~/lib/clock";
import { openConnection, type NetworkAccess, SendError } from "./connect.server";
import { parseRetryAfter } from "./delivery-schedule";

/** How much of an answer is kept. */
const KEPT_BYTES = 4096;

export interface Answer {
  response_code: number;
  /** The first 4 KB as text. */
  response_body: string;
  retry_after_ms: number | null;
}

/**
 * POSTs over a connection of its own and reads the answer to its end, or to 4 KB. Redirects are answers like others: not followed.
 * Throws SendError (connect_timeout after `connect_ms`, timeout after `total_ms` in all) or the reason of `signal`.
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  network: NetworkAccess,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  // One controller for everything that may end the attempt, and its listener on the caller's signal taken off by hand: Node 20 never
  // collects what AbortSignal.any makes of a signal that lives on.
  const ending = new AbortController();
  const end = (reason: unknown) => ending.abort(reason);
  const onAbort = () => end(signal.reason);
  signal.addEventListener("abort", onAbort);
  const total = setTimeout(end, network.total_ms, new SendError("timeout"));
  const connecting = setTimeout(end, network.connect_ms, new SendError("connect_timeout"));
  let socket: Socket | undefined;
  const attempt = async () => {
    socket = await openConnection(url, network, ending.signal);
    clearTimeout(connecting);
    return exchange(socket, url, headers, body);
  };
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([attempt(), ended]);
  } finally {
    clearTimeout(total);
    clearTimeout(connecting);
    signal.removeEventListener("abort", onAbort);
    socket?.destroy();
  }
}

function exchange(socket: Socket, url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const sent = request({
      method: "POST",
      path: url.pathname + url.search,
      headers: { ...headers, Host: url.host, "Content-Length": bytes.length, Connection: "close" },
      createConnection: () => socket,
    });
    sent.on("error", (error: NodeJS.ErrnoException) =>
      reject(new SendError(error.code?.startsWith("HPE_") ? "invalid_response" : "connection_reset")),
    );
    sent.on("close", () => reject(new SendError("connection_reset")));
    sent.on("response", (response) => {
      const kept: Buffer[] = [];
      let size = 0;
      const finish = () =>
        resolve({
          response_code: response.statusCode ?? 0,
          response_body: toText(Buffer.concat(kept).subarray(0, KEPT_BYTES)),
          retry_after_ms: parseRetryAfter(response.headers["retry-after"], clock.now()),
        });
      response.on("data", (chunk: Buffer) => {
        kept.push(chunk);
        size += chunk.length;
        if (size >= KEPT_BYTES) finish();
      });
      response.on("end", finish);
      response.on("error", () => reject(new SendError("connection_reset")));
    });
    sent.end(bytes);
  });
}

/** Postgres cannot hold NUL; a character that the cut at 4 KB went through is dropped. */
function toText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\u0000", "\uFFFD");
}
