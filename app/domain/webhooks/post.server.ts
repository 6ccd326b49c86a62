import { request } from "node:http";
import type { Socket } from "node:net";
import { clock } from "~/lib/clock";
import { openConnection, type Outside, SendError } from "./connect.server";
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
  outside: Outside,
  signal: AbortSignal,
): Promise<Answer> {
  return withDeadline(outside.total_ms, new SendError("timeout"), signal, async (living) => {
    const socket = await withDeadline(outside.connect_ms, new SendError("connect_timeout"), living, (connecting) =>
      openConnection(url, outside, connecting),
    );
    try {
      return await exchange(socket, url, headers, body);
    } finally {
      socket.destroy();
    }
  });
}

/** Rejects with `failure` after `ms`, or with the reason of `outer`; `work` is told by its signal. */
async function withDeadline<T>(
  ms: number,
  failure: Error,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const signal = AbortSignal.any([outer, own.signal]);
  signal.throwIfAborted();
  const timer = setTimeout(() => own.abort(failure), ms);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    clearTimeout(timer);
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
