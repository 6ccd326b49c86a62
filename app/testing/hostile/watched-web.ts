import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { startWeb } from "../web-process";
import type { HostileCall } from "./calls";

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A long turn of a web process's event loop, and the call that it was handling. */
interface Hold {
  held_ms: number;
  call: string;
}

/**
 * A real web process that handles one call at a time, so that a blocked event loop can be
 * attributed.
 */
export interface WatchedWeb {
  url: string;
  /** Stops it; returns the exit code. */
  stop: () => Promise<number | null>;
  send: (call: HostileCall, name: string) => Promise<WireAnswer>;
  holds: Hold[];
}

const WATCH = new URL("event-loop-watch.mjs", import.meta.url).href;
/** Far above what a run sends. Different addresses per call avoid the other limits. */
const LIMITS = [
  "session",
  "provider",
  "unknown_key",
  "key_read",
  "widget_booking",
  "widget_hold",
  "widget_preview",
  "widget_visit_times",
  "verify",
]
  .concat("verify_confirm", "send_code", "verify_code", "create_tenant", "upload")
  .map((name) => `${name}=1000000`)
  .join(",");

export async function startWatchedWeb(env: Record<string, string> = {}): Promise<WatchedWeb> {
  const holds: Hold[] = [];
  const limits = {
    RATE_LIMITS: "on",
    LIMITS,
    TRUST_PROXY: "127.0.0.1",
    POSTMARK_WEBHOOK_SECRET: "a-long-webhook-secret",
  };
  const web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, ...limits, ...env }, [
    "--import",
    WATCH,
  ]);
  web.onMessage((message) => void holds.push(message as Hold)); // sent only by the preload
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const stop = () => {
    agent.destroy();
    return web.end();
  };
  return { url: web.url, stop, holds, send: (call, name) => send(web.url, agent, call, name) };
}

function send(base: string, agent: Agent, call: HostileCall, name: string): Promise<WireAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length = call.body ? { "content-length": String(call.body.length) } : {};
    const headers = { ...call.headers, ...length, "x-hostile-call": name };
    const outgoing = request(
      { hostname, port, agent, method: call.method, path: call.target, headers },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const body = decoded(Buffer.concat(chunks), incoming.headers["content-encoding"]);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(call.body);
  });
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined || encoding === "identity") return body;
  const decode = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding];
  if (decode === undefined) throw new Error(`Unexpected encoding ${encoding}.`);
  return decode(body);
}
