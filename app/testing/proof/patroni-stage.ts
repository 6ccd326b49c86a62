import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { parse, stringify } from "yaml";
import { giveToRole } from "../../commands/app-role";
import { findFreePorts } from "../../commands/ports";
import { findRunAs } from "../../commands/postgres-binaries";
import { pathOfTool } from "../../commands/test-tools.mjs";
import { testEnvironment } from "../environment";
import { endAllOf } from "../system-postgres";

// Stage 3 of docs/growth.md on loopback: two machines with Postgres under Patroni, one etcd, and
// PgBouncer following the primary. Each part uses the configuration file from that page; only
// addresses, folders and passwords differ.

const HOST = "127.0.0.1";
const FILES = "app/docs/failover";
const SUPERUSER = "superuser-of-the-proof";
const PASSWORD = "password-of-the-proof";
const PAUSE_MS = 100;
const RESTART_MS = 200;

interface PatroniFile {
  name: string;
  etcd3: { hosts: string };
  restapi: { listen: string; connect_address: string };
  watchdog: { mode: string; device: string; driver?: string };
  bootstrap: {
    dcs: { postgresql: { parameters: Record<string, string | number> } };
    pg_hba: string[];
  };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    bin_dir: string;
    pgpass: string;
    authentication: Record<"superuser" | "replication", { password: string }>;
    parameters: Record<string, string>;
  };
}

/** A database machine: Patroni and its Postgres. */
export interface Machine {
  name: string;
  /** The superuser's connection string to this machine. */
  url: (database?: string) => string;
  start: () => void;
  /** Resolves when its Postgres accepts connections, in any role. */
  untilUp: () => Promise<void>;
  /** Kills the whole machine: Patroni and every Postgres process. */
  kill: () => Promise<void>;
  /** Kills every Postgres process; Patroni survives. */
  killPostgres: () => void;
  /** Kills only Patroni: Postgres keeps its role, and nothing can demote it. */
  killPatroni: () => Promise<void>;
  /** Freezes all processes, like a hanging machine, until the watchdog resets it. */
  hang: () => void;
  /** Ends the watchdog's pipe. */
  close: () => void;
}

export interface Stage {
  machines: [Machine, Machine];
  /** Through PgBouncer, as web and worker connect. */
  url: string;
  /** Directly to the primary, as the product's role: for migrations. */
  directUrl: () => Promise<string>;
  /** The machine that Patroni reports as primary; waits for one that is not `other`. */
  primary: (other?: Machine) => Promise<Machine>;
  /** Resolves when the other machine confirms every commit. */
  untilSynchronous: () => Promise<void>;
  /** The store of the leader's lease, lost by kill -9. */
  etcd: { kill: () => Promise<void>; start: () => void };
  /** The shared WAL archive. */
  archive: string;
  folder: string;
  bin: string;
  stop: () => Promise<void>;
}

const runAs = findRunAs();

export async function startPatroniStage(): Promise<Stage> {
  const bin = pathOfTool("postgres")!; // the test needs it, and the three others
  const folder = mkdtempSync(join(tmpdir(), "patroni-stage-"));
  own(folder);
  const archive = makeFolder(join(folder, "wal"));
  for (const script of ["follow-primary", "archive-wal", "restore-to-time"]) {
    copyFileSync(join(FILES, script), join(folder, script));
    chmodSync(join(folder, script), 0o755);
  }
  const ports = await findFreePorts(HOST, 7);
  const [etcd, peer, bouncer] = ports.splice(0, 3) as [number, number, number];
  const children: ChildProcess[] = [];
  const run = (program: string, words: string[], env: Record<string, string> = {}) => {
    const child = spawn(program, words, {
      ...runAs,
      cwd: folder,
      env: { ...testEnvironment(), HOME: folder, LANG: "C.UTF-8", ...env },
      stdio: process.env.DEBUG === "patroni" ? ["ignore", "inherit", "inherit"] : "ignore",
    });
    children.push(child);
    return child;
  };
  const runEtcd = () => startEtcd(run, folder, etcd, peer);
  let store = runEtcd();
  await untilAnswers(etcd);
  const machines = (["db1", "db2"] as const).map((name, index) => {
    const [port, api] = ports.slice(2 * index) as [number, number];
    return { port, api, machine: makeMachine({ name, port, api, etcd, folder, bin, run }) };
  });
  const [first, second] = machines as [(typeof machines)[0], (typeof machines)[0]];
  const both: [Machine, Machine] = [first.machine, second.machine];

  const primary = async (other?: Machine): Promise<Machine> => {
    for (;;) {
      for (const { machine, api } of machines)
        if (machine !== other && (await answerOf(api, "/primary")) === 200) return machine;
      await wait(PAUSE_MS);
    }
  };
  const untilSynchronous = async () => {
    for (;;) {
      const answer = await fetch(`http://${HOST}:${first.api}/cluster`).catch(() => null);
      const cluster = (await answer?.json().catch(() => null)) as { members: Member[] } | null;
      if (cluster?.members.some(({ role, state }) => role === "sync_standby" && isUp(state)))
        return;
      await wait(PAUSE_MS);
    }
  };

  first.machine.start();
  await primary();
  await query(first.machine.url(), "create database booking");
  await giveToRole(first.machine.url("booking"), "booking", PASSWORD);
  await query(first.machine.url(), "grant pg_monitor to booking");
  second.machine.start();
  await untilSynchronous();

  let isStopped = false;
  startPgBouncer(run, folder, bouncer, () => isStopped);
  await untilAnswers(bouncer);
  const nodes = machines.map(({ port, api }) => `${HOST}:${port}:${api}`).join(" ");
  run(join(folder, "follow-primary"), [], {
    NODES: nodes,
    TARGET: join(folder, "databases.ini"),
    SOCKET: folder,
    PORT: String(bouncer),
  });
  const through = (port: number) => `postgresql://booking:${PASSWORD}@${HOST}:${port}/booking`;
  return {
    machines: both,
    url: through(bouncer),
    directUrl: async () => {
      const leader = await primary();
      return through(machines.find(({ machine }) => machine === leader)!.port); // one of the two
    },
    primary,
    untilSynchronous,
    archive,
    folder,
    bin,
    etcd: {
      kill: () => end(store),
      start: () => {
        store = runEtcd();
      },
    },
    stop: async () => {
      isStopped = true;
      for (const machine of both) {
        await machine.kill();
        machine.close();
      }
      for (const child of children) await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Member {
  role: string;
  state: string;
}
const isUp = (state: string) => state === "running" || state === "streaming";

type Run = (program: string, words: string[], env?: Record<string, string>) => ChildProcess;

function startEtcd(run: Run, folder: string, port: number, peer: number): ChildProcess {
  const [clients, peers] = [`http://${HOST}:${port}`, `http://${HOST}:${peer}`];
  const settings = {
    "data-dir": join(folder, "etcd"),
    "listen-client-urls": clients,
    "advertise-client-urls": clients,
    "listen-peer-urls": peers,
    "initial-advertise-peer-urls": peers,
    "initial-cluster": `default=${peers}`,
    "log-level": "error",
  };
  const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  return run(pathOfTool("etcd")!, words);
}

function makeMachine(about: {
  name: string;
  port: number;
  api: number;
  etcd: number;
  folder: string;
  bin: string;
  run: Run;
}): Machine {
  const { name, port, api, etcd, folder, bin, run } = about;
  const place = makeFolder(join(folder, name));
  const data = join(place, "data");
  const file = join(place, "patroni.yml");
  const written = parse(readFileSync(join(FILES, "patroni.yml"), "utf8")) as PatroniFile;
  const { parameters } = written.bootstrap.dcs.postgresql;
  const address = (of: number) => `${HOST}:${of}`;
  const settings: PatroniFile = {
    ...written,
    name,
    etcd3: { hosts: address(etcd) },
    restapi: { listen: address(api), connect_address: address(api) },
    // Patroni's driver for tests writes to a pipe what it would tell the device.
    watchdog: { ...written.watchdog, device: join(place, "watchdog"), driver: "testing" },
    bootstrap: {
      ...written.bootstrap,
      pg_hba: written.bootstrap.pg_hba.map((line) => line.replace("10.0.0.0/24", `${HOST}/32`)),
    },
    postgresql: {
      ...written.postgresql,
      listen: address(port),
      connect_address: address(port),
      data_dir: data,
      bin_dir: bin,
      pgpass: join(place, "pgpass"),
      parameters: { unix_socket_directories: place },
    },
  };
  parameters.archive_command = String(parameters.archive_command)
    .replace("/usr/local/bin", folder)
    .replace("/srv/wal", join(folder, "wal"));
  settings.postgresql.authentication.superuser.password = SUPERUSER;
  settings.postgresql.authentication.replication.password = SUPERUSER;
  writeFileSync(file, stringify(settings));
  own(file);

  let patroni: ChildProcess | undefined;
  const postmaster = (): number | null => {
    const pid = join(data, "postmaster.pid");
    const found = existsSync(pid) ? Number(readFileSync(pid, "utf8").split("\n")[0]) : 0;
    return found > 0 && isPostgres(found, data) ? found : null;
  };
  const killPostgres = () => {
    const pid = postmaster();
    if (pid !== null) endAllOf(pid);
  };
  const killPatroni = async () => {
    if (patroni !== undefined) await end(patroni);
    patroni = undefined;
  };
  const kill = async () => {
    watchdog.stop();
    await killPatroni();
    killPostgres();
  };
  const watchdog = startWatchdog(settings.watchdog.device, () => void kill());
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = postmaster();
    const children =
      pid === null
        ? []
        : readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    for (const one of [patroni?.pid, pid, ...children.map(Number)])
      if (one !== null && one !== undefined && one > 0) process.kill(one, signal);
  };
  return {
    name,
    url: (database = "postgres") =>
      `postgresql://postgres:${SUPERUSER}@${HOST}:${port}/${database}`,
    start: () => {
      patroni = run(pathOfTool("patroni")!, [file]);
    },
    untilUp: async () => {
      while ((await answerOf(api, "/health")) !== 200) await wait(PAUSE_MS);
    },
    kill,
    killPostgres,
    killPatroni,
    hang: () => signalAll("SIGSTOP"),
    close: () => watchdog.close(),
  };
}

/** A process that was busy with other things first reads what was written meanwhile. */
const GRACE_MS = 1000;

/**
 * A machine's watchdog timer: resets it when Patroni, while it is the leader, has not written for
 * the timeout it set. "V" switches it off.
 */
function startWatchdog(pipe: string, reset: () => void) {
  execFileSync("mkfifo", ["-m", "600", pipe]);
  own(pipe);
  // Open for writing too, so that the pipe does not end with Patroni.
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: true, writable: false });
  let seconds = 0;
  let timer: NodeJS.Timeout | undefined;
  const expire = () => {
    timer = setTimeout(reset, GRACE_MS);
  };
  socket.on("data", (written) => {
    for (const [word, timeout] of written.toString().matchAll(/Ctimeout=(\d+)\n|1|V/g)) {
      if (timeout !== undefined) seconds = Number(timeout);
      clearTimeout(timer);
      if (word !== "V") timer = setTimeout(expire, seconds * 1000);
    }
  });
  const stop = () => clearTimeout(timer);
  return {
    stop,
    close: () => {
      stop();
      socket.destroy();
    },
  };
}

/** Whether this process is that folder's Postgres: its pid file remains after a kill. */
function isPostgres(pid: number, data: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data);
  } catch {
    return false;
  }
}

function startPgBouncer(run: Run, folder: string, port: number, isStopped: () => boolean): void {
  const settings: Record<string, string> = {
    listen_port: String(port),
    unix_socket_dir: folder,
    logfile: join(folder, "pgbouncer.log"),
    pidfile: join(folder, "pgbouncer.pid"),
    auth_file: join(folder, "userlist.txt"),
  };
  let text = readFileSync(join(FILES, "pgbouncer.ini"), "utf8").replaceAll(
    "/etc/pgbouncer",
    folder,
  );
  for (const [name, value] of Object.entries(settings))
    text = text.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = ${value}`);
  const files = {
    "pgbouncer.ini": text,
    "userlist.txt": `"booking" "${PASSWORD}"\n"pgbouncer" "${PASSWORD}"\n`,
    "databases.ini": `[databases]\nbooking = host=${HOST} port=1\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    own(join(folder, name));
  }
  // As pgbouncer-restart.conf has it.
  const start = () => {
    const child = run(pathOfTool("pgbouncer")!, ["-q", join(folder, "pgbouncer.ini")]);
    child.once("exit", () => void (isStopped() || setTimeout(start, RESTART_MS)));
  };
  start();
}

function own(path: string): void {
  if (runAs.uid !== undefined) chownSync(path, runAs.uid, runAs.gid!); // both come from findRunAs
}

function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  own(path);
  return path;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Patroni's status on that machine; null if it doesn't respond. */
async function answerOf(api: number, path: string): Promise<number | null> {
  const answer = await fetch(`http://${HOST}:${api}${path}`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => null);
  return answer?.status ?? null;
}

async function query<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // the statement then fails by itself
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function untilAnswers(port: number): Promise<void> {
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, HOST);
      socket.once("connect", () => (socket.destroy(), resolve(true)));
      socket.once("error", () => resolve(false));
    });
  while (!(await answers())) await wait(PAUSE_MS);
}

// --- Restoring to a point in time, as the runbook of docs/growth.md does it ---

/** A base backup of the running primary. */
export async function takeBaseBackup(stage: Stage, from: Machine): Promise<string> {
  const target = join(stage.folder, "base");
  const words = [
    "--pgdata",
    target,
    "--dbname",
    from.url(),
    "--checkpoint=fast",
    "--wal-method=none",
  ];
  await promisify(execFile)(join(stage.bin, "pg_basebackup"), words, { ...runAs, cwd: "/" });
  return target;
}

/** A separate server restored from base backup and archive to `time`. */
export async function restoreTo(
  stage: Stage,
  base: string,
  time: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const [port = 0] = await findFreePorts(HOST, 1);
  const to = join(stage.folder, "restored");
  const words = [base, stage.archive, time, to, String(port)];
  const env = { ...testEnvironment(), BIN: stage.bin };
  await promisify(execFile)(join(stage.folder, "restore-to-time"), words, {
    ...runAs,
    cwd: "/",
    env,
  });
  return {
    url: `postgresql://postgres@localhost:${port}/booking?host=${encodeURIComponent(to)}`,
    stop: async () => {
      const program = join(stage.bin, "pg_ctl");
      await promisify(execFile)(program, ["-D", to, "stop"], { ...runAs, cwd: "/" });
    },
  };
}
