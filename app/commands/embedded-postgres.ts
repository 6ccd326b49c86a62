import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { giveToRole } from "./app-role";
import { readJson, writePrivate } from "./data-folder";
import { clusterIn, giveToUser, storedPath, RECORD, requireReachable } from "./cluster-folder";
import { limitLogSize } from "./log-file";
import { PlainError } from "./plain-error";
import { isFree } from "./ports";
import { findBinaries, findRunAs, reachableFolder, type RunAs } from "./postgres-binaries";
import { identityOf, isRunning, startTimeOf, type ProcessIdentity } from "./process-lock.mjs";

/**
 * Superuser created by initdb; only this file has its password. The product uses a separate role.
 */
const SUPERUSER = "booking";
export const APP_ROLE = "booking_app";
const HOST = "127.0.0.1";
const STOP_MS = 20_000;
const LOG_CHECK_MS = 60_000;
const WRONG_PASSWORD = "28P01";

type Options = {
  /** Contains `postgres/` (the cluster), `postgres.json` (port, password), `logs/postgres.log`. */
  folder: string;
  /** False for tests: disables fsync. */
  durable: boolean;
  print: (line: string) => void;
};
type Record = {
  port: number;
  password: string;
  app_password: string;
  cluster: string;
  process: ProcessIdentity | null;
};

export type EmbeddedPostgres = {
  /**
   * Connection string of database `name` (default `booking`, which exists) for the product's role,
   * which owns only what it creates there.
   */
  url: (name?: string) => string;
  /** The same for the superuser, who can create databases; for tests. */
  adminUrl: (name?: string) => string;
  /** Resolves when the server ends, on request or not. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts a private PostgreSQL on loopback with a random password; creates its cluster on the first
 * start.
 */
export async function startEmbeddedPostgres({
  folder,
  durable,
  print: print,
}: Options): Promise<EmbeddedPostgres> {
  const runAs = findRunAs();
  const binaries = findBinaries(runAs, print);
  const record = await readRecord(resolve(folder), () =>
    reachableFolder(join(resolve(folder), "postgres"), runAs, print),
  );
  requireReachable(record.cluster, runAs);
  if (existsSync(join(record.cluster, "PG_VERSION"))) await prepareExisting(record, runAs, print);
  else initialise(binaries, record, runAs, durable);
  if (!(await isFree(HOST, record.port))) record.port = await choosePort();

  const logFile = join(resolve(folder), "logs", "postgres.log");
  mkdirSync(dirname(logFile), { recursive: true });
  limitLogSize(logFile, "copy");
  const server = launch(binaries, record, runAs, durable, logFile);
  if (server.pid !== undefined) record.process = identityOf(server.pid);
  writeRecord(resolve(folder), record);
  const urlOf =
    (role: string, password: string) =>
    (name = "booking") =>
      `postgresql://${role}:${password}@${HOST}:${record.port}/${name}`;
  const adminUrl = urlOf(SUPERUSER, record.password);
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  try {
    await untilReady(server, adminUrl("postgres"), logFile);
    await createDatabase(adminUrl("postgres"), "booking");
    await giveToRole(adminUrl("booking"), APP_ROLE, record.app_password);
  } catch (error) {
    await stop(server, ended);
    throw error;
  }
  const rotation = setInterval(() => limitLogSize(logFile, "copy"), LOG_CHECK_MS);
  rotation.unref();
  void ended.then(() => clearInterval(rotation));
  return {
    url: urlOf(APP_ROLE, record.app_password),
    adminUrl,
    ended,
    stop: () => stop(server, ended),
  };
}

async function readRecord(folder: string, chooseCluster: () => string): Promise<Record> {
  const stored = readJson<Record>(join(folder, RECORD));
  if (stored !== null)
    return {
      ...stored,
      cluster: clusterIn(folder, stored),
      app_password: stored.app_password ?? newPassword(),
    };
  const record = {
    port: await choosePort(),
    password: newPassword(),
    app_password: newPassword(),
    cluster: chooseCluster(),
    process: null,
  };
  writeRecord(folder, record);
  return record;
}

const newPassword = () => randomBytes(24).toString("hex");

function writeRecord(folder: string, record: Record): void {
  mkdirSync(folder, { recursive: true });
  writePrivate(join(folder, RECORD), {
    ...record,
    cluster: storedPath(folder, record.cluster),
    folder,
  });
}

/** Prepares an existing cluster: ownership, and leftovers of a killed run. */
async function prepareExisting(
  record: Record,
  runAs: RunAs,
  print: (line: string) => void,
): Promise<void> {
  giveToUser(record.cluster, runAs);
  await clearLeftovers(record, print);
}

/** Below the range of ephemeral ports. */
async function choosePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(HOST, port)) return port;
  }
}

function initialise(
  binaries: string,
  { cluster, password }: Record,
  runAs: RunAs,
  durable: boolean,
): void {
  rmSync(cluster, { recursive: true, force: true }); // left by an interrupted initdb
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(cluster), `.initial-password-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    chownSync(cluster, runAs.uid, runAs.gid);
    chownSync(passwordFile, runAs.uid, runAs.gid);
  }
  // Postgres's built-in C.UTF-8: the same order and case rules on every machine.
  const locale = [
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const access = ["--auth=scram-sha-256", `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
  const args = [`--pgdata=${cluster}`, ...access, ...locale, ...(durable ? [] : ["--no-sync"])];
  const result = spawnSync(join(binaries, "initdb"), args, {
    ...runAs,
    cwd: dirname(cluster),
    encoding: "utf8",
  });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new PlainError(
      `The database could not be created in ${cluster}:\n${result.stderr || result.error?.message}`,
    );
  }
}

function launch(
  binaries: string,
  record: Record,
  runAs: RunAs,
  durable: boolean,
  logFile: string,
): ChildProcess {
  const settings: string[] = [
    `listen_addresses=${HOST}`,
    "unix_socket_directories=",
    "max_connections=200",
    `shared_buffers=${durable ? cacheMegabytes() : 128}MB`,
    "timezone=UTC",
    "log_timezone=UTC",
    "log_error_verbosity=terse", // DETAIL would contain guest data
    // More connections for tests: each worker's processes have their own pools.
    ...(durable
      ? []
      : [
          "max_connections=400",
          "fsync=off",
          "synchronous_commit=off",
          "full_page_writes=off",
          "autovacuum=off",
        ]),
  ];
  const args = [
    "-D",
    record.cluster,
    "-p",
    String(record.port),
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const logs = openSync(logFile, "a", 0o600);
  // A separate process group: Ctrl-C must reach the database last, through `stop`.
  const options = {
    ...runAs,
    cwd: record.cluster,
    detached: true,
    stdio: ["ignore", logs, logs] as ["ignore", number, number],
  };
  const server = spawn(join(binaries, "postgres"), args, options);
  server.on("error", () => undefined); // `untilReady` reports it
  closeSync(logs);
  return server;
}

/**
 * A quarter of the memory, as PostgreSQL's documentation advises (19.4.1), but at most 1 GB because
 * the machine is shared.
 */
function cacheMegabytes(): number {
  return Math.floor(Math.min(1024, Math.max(128, totalmem() / 4 / 2 ** 20)));
}

async function untilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  for (;;) {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) {
      throw new PlainError(
        `The database did not start. The end of ${logFile}:\n${lastLines(logFile)}`,
      );
    }
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) {
        throw new PlainError(
          "The database rejects the password in postgres.json. Restore that file, or move DATA_DIR away to start with an empty database.",
        );
      }
      await wait(50);
    }
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * Fast shutdown (connections end, commits are kept); after 20 s an immediate one, which recovery
 * handles.
 */
async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill("SIGINT");
  const hurry = setTimeout(() => server.kill("SIGQUIT"), STOP_MS);
  await ended;
  clearTimeout(hurry);
}

/** Ends the server left in `folder` by a killed run, if any. */
export async function stopLeftoverPostgres(folder: string): Promise<void> {
  const record = readJson<Record>(join(resolve(folder), RECORD));
  if (record === null) return;
  await clearLeftovers({ ...record, cluster: clusterIn(resolve(folder), record) }, () => undefined);
}

/**
 * Ends the server left by a killed run and removes a stale postmaster.pid. Never ends a foreign
 * process.
 */
async function clearLeftovers(record: Record, print: (line: string) => void): Promise<void> {
  const pidFile = join(record.cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const [pidText, writtenFor] = readFileSync(pidFile, "utf8").split("\n");
  const pid = Number(pidText);
  const leftover = record.process;
  // The pid file of the folder this one was copied from: its server isn't ours.
  if ((workingFolder(pid) ?? writtenFor) !== record.cluster)
    return rmSync(pidFile, { force: true });
  if (leftover !== null && leftover.pid === pid && isRunning(leftover)) {
    print("The database of a killed run is still running. Stopping it.");
    process.kill(pid, "SIGINT");
    for (let waited = 0; isRunning(leftover); waited += 50) {
      if (waited === STOP_MS) process.kill(pid, "SIGQUIT");
      await wait(50);
    }
  } else if (Number.isInteger(pid) && startTimeOf(pid) !== null) {
    throw new PlainError(
      `Another Postgres (process ${pid}) already serves ${record.cluster}. Stop it, or choose another DATA_DIR.`,
    );
  }
  rmSync(pidFile, { force: true });
}

/**
 * The working directory of a Postgres, which is its data directory; undefined if the system doesn't
 * report it.
 */
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function lastLines(file: string): string {
  return existsSync(file)
    ? readFileSync(file, "utf8").trimEnd().split("\n").slice(-8).join("\n")
    : "(no log)";
}
