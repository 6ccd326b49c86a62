// `bench` measures the product beside what Node and Postgres do on the same machine without it, in turns, and prints ratios.
// Options: --slots=10000,1000000[,10000000]  --tenants=1,1000  --rounds=5  --seconds=3  --only=<part of a name>,…
import { fork, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Dataset } from "./bench/dataset";
import type { Job, Seen } from "./bench/load";
import { ask, cpuBetween, databaseCpu, type Server, startServer, stop } from "./bench/processes";
import { type Result, type Results, writeAims, writeTable } from "./bench/report";
import { seed } from "./bench/seed";
import { measureSlotGeneration } from "./bench/slot-generation";
import { type Measured, subjectsOf } from "./bench/subjects";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { PlainError, runCommand } from "./plain-error";
import { findFreePorts } from "./ports";
import { applyMigrations } from "./schema-engine";

const CLIENTS = 8;
/** Long enough for Node to compile what is measured. */
const WARM_SECONDS = 3;
const LEAD_SECONDS = 0.3;
const LEAD_COUNT = 200;
const MOST_BOOKINGS = 1_000_000;
const say = (line: string) => console.log(line);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Settings {
  datasets: Dataset[];
  rounds: number;
  seconds: number;
  only: string[];
}

function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      slots: { type: "string", default: "10000,1000000" },
      tenants: { type: "string", default: "1,1000" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "3" },
      only: { type: "string", default: "" },
    },
  });
  const numbers = (text: string, least: number) =>
    text.split(",").map((part) => {
      if (!/^\d+$/.test(part) || Number(part) < least || Number(part) > 10_000_000)
        throw new PlainError(`"${text}" are not numbers that can be used.`);
      return Number(part);
    });
  const base = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T08:00:00Z`;
  const sizes = numbers(values.slots, 10_000).sort((a, b) => a - b);
  const datasets = sizes.flatMap((slots) =>
    numbers(values.tenants, 1).map((tenants) => ({
      name: `${slots.toLocaleString("en")} slots, ${tenants === 1 ? "1 tenant" : `${tenants.toLocaleString("en")} tenants`}`,
      slots,
      tenants,
      bookings: Math.min(slots, MOST_BOOKINGS),
      base,
      has_desk: false,
    })),
  );
  mainOf(datasets).has_desk = true;
  const [rounds = 5] = numbers(values.rounds, 1);
  const [seconds = 3] = numbers(values.seconds, 1);
  return { datasets, rounds, seconds, only: values.only.split(",") };
}

/** Product and floors are compared on a million slots of one tenant, or what comes nearest. */
function mainOf(datasets: Dataset[]): Dataset {
  const one = datasets.filter(({ tenants }) => tenants === 1);
  return one.find(({ slots }) => slots === 1_000_000) ?? one.at(-1) ?? datasets.at(-1)!;
}

async function fill(adminUrl: string, url: string, name: string, dataset: Dataset): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
  await applyMigrations(url);
  const begun = Date.now();
  await seed(url, dataset);
  say(
    `seeded ${dataset.name}, ${dataset.bookings.toLocaleString("en")} bookings (${Math.round((Date.now() - begun) / 1000)} s)`,
  );
}

/** As in production: https outside, a proxy in front that says where each guest is; but no limits, which one company's load would meet. */
const production = (databaseUrl: string, folder: string) => ({
  NODE_ENV: "test", // production refuses RATE_LIMITS=off
  RATE_LIMITS: "off",
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  BASE_URL: "https://booking.example",
  ENCRYPTION_KEY: Buffer.alloc(32, "benchmark").toString("base64"),
  TRUST_PROXY: "loopback",
  LOG_LEVEL: "warn",
  BOOT_PREPARED: "1",
  ENV_FILE: "",
});

async function startServers(
  subjects: Measured[],
  urlOf: (dataset: Dataset) => string,
  folder: string,
): Promise<Map<string, Server>> {
  const servers = new Map<string, Server>();
  for (const { server, dataset } of subjects) {
    const name = serverName(server, dataset);
    if (servers.has(name)) continue;
    const [port = 0] = await findFreePorts("127.0.0.1", 1);
    const env = production(urlOf(dataset), folder);
    const start = {
      floors: { script: here("./bench/floors.ts"), options: ["--import", "tsx"] },
      "remix-serve": { script: "node_modules/@remix-run/serve/dist/cli.js", args: ["build/server/index.js"] },
      product: { script: here("./boot.mjs"), args: ["web"] },
    }[server];
    servers.set(name, await startServer({ ...start, env, port }));
  }
  return servers;
}

const serverName = (server: Measured["server"], dataset: Dataset) => `${server} ${dataset.name}`;

interface Bench {
  servers: Map<string, Server>;
  load: ChildProcess;
  postmaster: number;
}

async function measure(
  { servers, load, postmaster }: Bench,
  subject: Measured,
  seconds: number,
  serial: number,
): Promise<Result> {
  const server = servers.get(serverName(subject.server, subject.dataset))!;
  const job: Job = {
    port: server.port,
    subject,
    clients: subject.clients ?? CLIENTS,
    seconds: LEAD_SECONDS,
    count: Math.min(LEAD_COUNT, subject.count),
    serial,
  };
  await send(load, subject, job); // connections that were closed for idleness are opened again
  const before = { server: await server.cpu(), database: databaseCpu(postmaster) };
  const seen = await send(load, subject, { ...job, seconds, count: subject.count, serial: serial + 1 });
  const after = { server: await server.cpu(), database: databaseCpu(postmaster) };
  const database = cpuBetween(before.database, after.database);
  return {
    per_second: seen.requests / seen.seconds,
    p50: seen.p50,
    p99: seen.p99,
    server_cpu: (after.server - before.server) / seen.requests,
    database_cpu: database === null ? null : database / seen.requests,
  };
}

async function send(load: ChildProcess, subject: Measured, job: Job): Promise<Seen> {
  const seen = await ask<Seen | { failed: string }>(load, job);
  if ("failed" in seen) throw new PlainError(`${subject.name}: ${seen.failed}`);
  if (seen.unexpected !== null)
    throw new PlainError(`${subject.name}: an answer that was not expected. ${seen.unexpected}`);
  return seen;
}

async function takeTurns(bench: Bench, subjects: Measured[], { rounds, seconds }: Settings): Promise<Results> {
  const results: Results = new Map(subjects.map(({ name }) => [name, []]));
  let serial = 0;
  const turn = async (subject: Measured, length: number) => measure(bench, subject, length, (serial += 2));
  for (const subject of subjects) await turn(subject, WARM_SECONDS);
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    for (const subject of subjects) results.get(subject.name)!.push(await turn(subject, seconds));
  }
  return results;
}

async function run(settings: Settings, folder: string, ends: (() => Promise<void>)[]): Promise<void> {
  const { datasets } = settings;
  const main = mainOf(datasets);
  const postgres = await startEmbeddedPostgres({ folder, durable: true, say });
  ends.unshift(() => postgres.stop());
  const { process: server } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8")) as {
    process: { pid: number };
  };
  const urlOf = (dataset: Dataset) => postgres.adminUrl(`bench_${datasets.indexOf(dataset)}`);
  for (const [index, dataset] of datasets.entries())
    await fill(postgres.adminUrl("postgres"), urlOf(dataset), `bench_${index}`, dataset);
  const subjects = subjectsOf(datasets, main).filter(({ name }) => settings.only.some((part) => name.includes(part)));
  const servers = await startServers(subjects, urlOf, folder);
  ends.unshift(async () => void (await Promise.all([...servers.values()].map((each) => each.stop()))));
  const load = fork(here("./bench/load.ts"), { execArgv: ["--import", "tsx"] });
  ends.unshift(() => stop(load));
  const results = await takeTurns({ servers, load, postmaster: server.pid }, subjects, settings);
  say(`\n${writeTable(subjects, results)}\n\n${writeAims(datasets, results, measureSlotGeneration())}`);
}

await runCommand(async () => {
  const settings = readSettings();
  const folder = mkdtempSync(join(tmpdir(), "booking-bench-"));
  chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
  const ends: (() => Promise<void>)[] = [];
  const clean = async () => {
    for (const end of ends.splice(0)) await end();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void clean().then(() => process.exit(1)));
  try {
    await run(settings, folder, ends);
  } finally {
    await clean();
  }
});
