import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Environment } from "~/commands/child";

const CPU_OVER_IPC = fileURLToPath(new URL("./cpu-over-ipc.mjs", import.meta.url));
/** Unit of CPU time in /proc: USER_HZ, 100 per second on every Linux. */
const TICK_US = 10_000;

export interface MeasuredProcess {
  /** CPU time since the process started, microseconds. */
  cpu: () => Promise<number>;
  stop: () => Promise<void>;
}
export interface Server extends MeasuredProcess {
  port: number;
}

interface Start {
  script: string;
  args?: string[];
  env: Environment;
  /** Node options. */
  options?: string[];
}

/** Starts a server script; resolves when it answers on loopback. */
export async function startServer({ port, ...start }: Start & { port: number }): Promise<Server> {
  const child = launch({ ...start, env: { ...start.env, PORT: String(port), HOST: "127.0.0.1" } });
  await untilListening(child, port, start.script);
  return { port, ...measured(child) };
}

/** Starts a script that reports when it is ready. */
export async function startReporter(start: Start): Promise<MeasuredProcess> {
  const child = launch(start);
  const ended = once(child, "exit").then(() => {
    throw new Error(`${start.script} ended before it was ready.`);
  });
  ended.catch(() => undefined); // not awaited once ready
  await Promise.race([once(child, "message"), ended]);
  return measured(child);
}

function launch({ script, args = [], env, options = [] }: Start): ChildProcess {
  return fork(script, args, {
    env: { ...process.env, ...env },
    execArgv: ["--import", CPU_OVER_IPC, ...options],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

const measured = (child: ChildProcess): MeasuredProcess => ({
  cpu: async () => (await request<{ cpu: number }>(child, "cpu")).cpu,
  stop: () => stop(child),
});

async function untilListening(child: ChildProcess, port: number, script: string): Promise<void> {
  for (;;) {
    const end = child.signalCode ?? child.exitCode;
    if (end !== null) throw new Error(`${script} ended (${end}) before it listened.`);
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer !== null) return void (await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends a message and resolves with the response (an object, unlike the web process's "ready"). */
export async function request<T>(child: ChildProcess, message: unknown): Promise<T> {
  child.send(message as object);
  for (;;) {
    const [answer] = (await once(child, "message")) as unknown[];
    if (typeof answer === "object" && answer !== null) return answer as T;
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), 5000);
  await ended;
  clearTimeout(insist);
}

/**
 * CPU time in microseconds: of the servers together, and of Postgres (null if the system doesn't
 * report it).
 */
export interface Used {
  server: number;
  database: number | null;
}

/** Starts measuring CPU time; the returned function reports what was used since. */
export async function startMeter(
  postmaster: number,
  processes: MeasuredProcess[],
): Promise<() => Promise<Used>> {
  const servers = async () => {
    const each = await Promise.all(processes.map(({ cpu }) => cpu()));
    return each.reduce((sum, used) => sum + used, 0);
  };
  const before = { server: await servers(), database: databaseCpu(postmaster) };
  return async () => ({
    server: (await servers()) - before.server,
    database: cpuBetween(before.database, databaseCpu(postmaster)),
  });
}

/**
 * CPU time of each Postgres process in microseconds, by process id; null if the system doesn't
 * report it.
 */
function databaseCpu(postmaster: number): Map<number, number> | null {
  if (!existsSync("/proc/self/stat")) return null;
  const used = new Map<number, number>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = readIfPresent(`/proc/${pid}/stat`);
    // proc(5): after the name in brackets come state, ppid, … utime and stime are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(fields[1]) === postmaster)
      used.set(Number(pid), (Number(fields[11]) + Number(fields[12])) * TICK_US);
  }
  return used;
}

/** CPU time used in between; the share of processes that have ended is lost. */
function cpuBetween(
  before: Map<number, number> | null,
  after: Map<number, number> | null,
): number | null {
  if (before === null || after === null) return null;
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it has exited
  }
}
