import { join, resolve } from "node:path";
import type { Environment } from "./child";
import { PlainError } from "./plain-error";
import { findFreePorts, isFree } from "./ports";

const LOOPBACK = "127.0.0.1";

export type Settings = {
  isProduction: boolean;
  /** False in production and with SEED=none. */
  isDemo: boolean;
  /** Absolute. */
  dataFolder: string;
  /** Undefined: the embedded Postgres. */
  databaseUrl: string | undefined;
  host: string;
  port: number;
  baseUrl: string;
  /** Local URL of the web process, independent of BASE_URL. */
  webUrl: string;
  hostPageUrl: string;
  sandboxUrl: string;
};

/**
 * Reads the settings of `start` (PORT, HOST, BASE_URL, DATA_DIR, DATABASE_URL, SEED); chooses ports
 * if PORT is 0.
 */
export async function readSettings(env: Environment): Promise<Settings> {
  const isProduction = env.NODE_ENV === "production";
  const seed = env.SEED || "demo";
  if (seed !== "demo" && seed !== "none")
    throw new PlainError(`SEED is "${seed}": it must be demo or none.`);
  const host = env.HOST || LOOPBACK;
  const [port, hostPagePort, sandboxPort] = await readPorts(env.PORT || "3000", host);
  const webUrl = `http://${reachable(host)}:${port}`;
  return {
    isProduction,
    isDemo: seed === "demo" && !isProduction,
    dataFolder: resolve(env.DATA_DIR || ".data"),
    databaseUrl: env.DATABASE_URL || undefined,
    host,
    port,
    baseUrl: env.BASE_URL || webUrl,
    webUrl,
    hostPageUrl: `http://${LOOPBACK}:${hostPagePort}/`,
    sandboxUrl: `http://${LOOPBACK}:${sandboxPort}`,
  };
}

/**
 * Throws if a port is taken. Called after locking the data folder, so it can't be our own earlier
 * run.
 */
export async function requireFreePorts(settings: Settings): Promise<void> {
  const listeners = [
    { purpose: "the dashboard", host: settings.host, port: settings.port },
    {
      purpose: "the demo host page",
      host: LOOPBACK,
      port: Number(new URL(settings.hostPageUrl).port),
    },
    {
      purpose: "outbox and webhook receiver",
      host: LOOPBACK,
      port: Number(new URL(settings.sandboxUrl).port),
    },
  ].slice(0, settings.isProduction ? 1 : 3);
  for (const { purpose, host, port } of listeners) {
    if (await isFree(host, port)) continue;
    throw new PlainError(
      `Port ${port} on ${host} (for ${purpose}) is used by another program or not allowed.\n` +
        "Stop that program, or choose another port: PORT=4000 npm start (it and the next two), or PORT=0 for any free ones.",
    );
  }
}

/** Non-public webhook targets: the sandbox's receiver and the configured hosts. */
export function webhookHosts(
  given: string | undefined,
  settings: Pick<Settings, "sandboxUrl">,
): string {
  return [given, new URL(settings.sandboxUrl).host].filter(Boolean).join(",");
}

export const fileIn = (settings: Settings, name: string) => join(settings.dataFolder, name);

async function readPorts(text: string, host: string): Promise<[number, number, number]> {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_533)
    throw new PlainError(`PORT is "${text}": it must be a number from 0 to 65533.`);
  if (port !== 0) return [port, port + 1, port + 2];
  try {
    const [web = 0, hostPage = 0, sandbox = 0] = await findFreePorts(host, 3);
    return [web, hostPage, sandbox];
  } catch {
    throw new PlainError(`HOST is "${host}": this machine has no such address.`);
  }
}

function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return LOOPBACK;
  return host.includes(":") ? `[${host}]` : host;
}
