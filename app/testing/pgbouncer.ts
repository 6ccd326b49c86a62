import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePorts } from "../commands/ports";
import { pathOfTool } from "../commands/test-tools.mjs";
import { portAnswers } from "./port-answers";

const HOST = "127.0.0.1";

export interface Pooler {
  /** The same database through the pooler. */
  through: (databaseUrl: string) => string;
  stop: () => Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of `serverUrl`, with so few connections that
 * sessions are certainly shared.
 */
export async function startPgBouncer(serverUrl: string): Promise<Pooler> {
  const program = pathOfTool("pgbouncer");
  if (program === null) throw new Error("PgBouncer is not installed.");
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const [port = 0] = await findFreePorts(HOST, 1);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  chmodSync(folder, 0o755);
  const settings = {
    listen_addr: HOST,
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 20,
    max_client_conn: 1000,
    max_db_connections: 20,
    server_reset_query: "",
    log_connections: 0,
    log_disconnections: 0,
    ...(process.getuid?.() === 0 ? { user: "postgres" } : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  // `auth_type = any`: every client becomes this user with this password. Loopback only.
  const target = `* = host=${hostname} port=${serverPort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, `[databases]\n${target}\n[pgbouncer]\n${lines.join("\n")}\n`, {
    mode: 0o644,
  });
  const words: string[] = [];
  const child = spawn(program, [file], { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => words.push(data.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  while (!(await portAnswers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${words.join("")}`);
    await wait(20);
  }
  return {
    through: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.hostname = HOST;
      url.port = String(port);
      return url.href;
    },
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
