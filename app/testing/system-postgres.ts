import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findFreePorts } from "../commands/ports";
import { findRunAs } from "../commands/postgres-binaries";
import { pathOfTool } from "../commands/test-tools.mjs";

const HOST = "127.0.0.1";

export interface SystemPostgres {
  port: number;
  /** The superuser's connection string of a database. */
  url: (database?: string) => string;
  /** Kills all of its processes at once, as a power failure does. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts the newest PostgreSQL installed on the system, with its client programs. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const { folder, data, quiet, bin } = makePlace();
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--no-sync"],
    quiet,
  );
  return serve(folder, data);
}

/** Starts a streaming standby of the server at `port`. */
export async function startStandby(port: number): Promise<SystemPostgres> {
  const { folder, data, quiet, bin } = makePlace();
  const source = ["-h", HOST, "-p", String(port), "-U", "owner", "--checkpoint=fast", "--no-sync"];
  await promisify(execFile)(
    join(bin, "pg_basebackup"),
    ["-D", data, "--write-recovery-conf", ...source],
    quiet,
  );
  return serve(folder, data);
}

/** A folder owned by the user that runs Postgres. */
function makePlace() {
  const runAs = findRunAs();
  const folder = mkdtempSync(join(tmpdir(), "system-postgres-"));
  chmodSync(folder, 0o700);
  if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid!); // both come from findRunAs
  const quiet = { ...runAs, cwd: "/", stdio: "ignore" as const };
  return { folder, data: join(folder, "data"), quiet, bin: newestServer() };
}

async function serve(folder: string, data: string): Promise<SystemPostgres> {
  const [port = 0] = await findFreePorts(HOST, 1);
  const settings = [
    `port=${port}`,
    `listen_addresses=${HOST}`,
    `unix_socket_directories=${folder}`,
    "fsync=off",
  ];
  const options = { ...findRunAs(), cwd: "/", stdio: "ignore" as const };
  const program = join(newestServer(), "postgres");
  const server = spawn(program, ["-D", data, ...settings.flatMap((one) => ["-c", one])], options);
  const url = (database = "postgres") => `postgresql://owner@${HOST}:${port}/${database}`;
  await untilReady(server, url());
  const kill = async () => {
    const pid = server.pid!; // it is running
    const ended = once(server, "exit");
    endAllOf(pid);
    await ended;
  };
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    }
    rmSync(folder, { recursive: true });
  };
  return { port, url, kill, stop };
}

/** kill -9 of a server and all its processes at the same instant. */
export function endAllOf(pid: number): void {
  process.kill(pid, "SIGSTOP"); // or it would begin again after the first of its processes is gone
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  for (const child of children.split(" ").filter((one) => one !== ""))
    process.kill(Number(child), "SIGKILL");
  process.kill(pid, "SIGKILL");
}

function newestServer(): string {
  const found = pathOfTool("postgres");
  if (found === null) throw new Error("PostgreSQL with its client programs is not installed.");
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
