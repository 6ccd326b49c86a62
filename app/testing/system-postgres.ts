import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { findFreePorts } from "../commands/ports";
import { findRunAs } from "../commands/postgres-binaries";

const HOST = "127.0.0.1";
const SYSTEM = "/usr/lib/postgresql";

export interface SystemPostgres {
  /** The superuser's connection string of a database. */
  url: (database?: string) => string;
  stop: () => Promise<void>;
}

/** The newest Postgres that the system has installed, with its client programs: what an operator of a machine of their own runs. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const bin = newestServer();
  const runAs = findRunAs();
  const folder = mkdtempSync(join(tmpdir(), "system-postgres-"));
  chmodSync(folder, 0o700);
  if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid!); // both come from findRunAs
  const data = join(folder, "data");
  const quiet = { ...runAs, cwd: "/", stdio: "ignore" as const };
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--no-sync"], quiet);
  const [port = 0] = await findFreePorts(HOST, 1);
  const settings = [`port=${port}`, `listen_addresses=${HOST}`, `unix_socket_directories=${folder}`, "fsync=off"];
  const server = spawn(join(bin, "postgres"), ["-D", data, ...settings.flatMap((one) => ["-c", one])], quiet);
  const url = (database = "postgres") => `postgresql://owner@${HOST}:${port}/${database}`;
  await untilReady(server, url());
  const stop = async () => {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url, stop };
}

function newestServer(): string {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).map(Number) : [];
  const found = versions
    .sort((a, b) => b - a)
    .map((version) => join(SYSTEM, String(version), "bin"))
    .find((bin) => existsSync(join(bin, "postgres")));
  if (found === undefined) throw new Error("PostgreSQL is not installed (Debian: apt-get install postgresql).");
  return found;
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error("Postgres did not start.");
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await wait(50);
    }
  }
}
