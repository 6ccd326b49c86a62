import { type IncomingHttpHeaders, request } from "node:http";
import type { Socket } from "node:net";
import { type NetworkAccess, openConnection, SendError } from "./connect.server";

export interface Call {
  method: string;
  headers: Record<string, string>;
  body: string;
  /** How much of a response is read. */
  max_bytes: number;
}

export interface CallAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the response exceeded `max_bytes`; `body` is its beginning. */
  is_cut: boolean;
}

/**
 * Makes one call on a new connection and reads the response to its end or to `max_bytes`. Redirects
 * are not followed. Throws SendError (connect_timeout after `connect_ms`, timeout after `total_ms`
 * in all) or the reason of `signal`.
 */
export async function callOnce(
  url: URL,
  call: Call,
  network: NetworkAccess,
  signal: AbortSignal,
): Promise<CallAnswer> {
  signal.throwIfAborted();
  // One controller for everything that can end the attempt. The listener on the caller's signal is
  // removed by hand, because Node 20 never collects an AbortSignal.any of a long-lived signal.
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
    return exchange(socket, url, call);
  };
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason as Error), {
      once: true,
    });
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

function exchange(
  socket: Socket,
  url: URL,
  { method, headers, body, max_bytes }: Call,
): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const length = method === "GET" && bytes.length === 0 ? {} : { "Content-Length": bytes.length };
    const sent = request({
      method,
      path: url.pathname + url.search,
      headers: { ...headers, Host: url.host, ...length, Connection: "close" },
      createConnection: () => socket,
    });
    sent.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new SendError(error.code?.startsWith("HPE_") ? "invalid_response" : "connection_reset"),
      ),
    );
    sent.on("close", () => reject(new SendError("connection_reset")));
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (is_cut: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).subarray(0, max_bytes),
          is_cut,
        });
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > max_bytes) finish(true);
      });
      response.on("end", () => finish(false));
      response.on("error", () => reject(new SendError("connection_reset")));
    });
    sent.end(bytes);
  });
}
