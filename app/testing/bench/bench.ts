// `bench` compares the product with bare Node and Postgres servers on the same machine, in turns,
// and prints a table and ratios. Options: --slots=10000,1000000 --tenants=1,1000 --rounds=5
// --seconds=3 --only=<part of a name>,… --write (saves the table in app/docs/bench.md)
import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { writeAims } from "./aims";
import { type Dataset, SALE_SEATS } from "./dataset";
import { type Bench, measure } from "./measure";
import { type Server, startServer, startReporter, stop } from "./processes";
import { startReceiver } from "./receiver";
import { benchPage, benchTable } from "./report";
import type { Results } from "./results";
import { seed } from "./seed";
import { readSettings, type Settings } from "./settings";
import { measureSlotGeneration } from "./slot-generation";
import { type Measured, serverName, subjectsOf } from "./subjects";
import { makeSubscriptions } from "./webhooks";
import { startEmbeddedPostgres } from "~/commands/embedded-postgres";
import { runCommand } from "~/commands/plain-error";
import { findFreePorts } from "~/commands/ports";
import { applyMigrations } from "~/commands/schema-engine";

/** Long enough for Node to compile hot code. */
const WARM_SECONDS = 3;
const PAGE = "app/docs/bench.md";
const print = (line: string) => console.log(line);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
}

async function fill(url: string, dataset: Dataset): Promise<void> {
  await applyMigrations(url);
  const startedAt = Date.now();
  await seed(url, dataset);
  print(
    `seeded ${dataset.name}, ${dataset.bookings.toLocaleString("en")} bookings (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
}

/**
 * As in production (https outside, a proxy that reports client addresses), but without rate limits,
 * which one company's load would reach.
 */
const production = (databaseUrl: string, folder: string, receiver: string) => ({
  NODE_ENV: "test", // production refuses RATE_LIMITS=off
  RATE_LIMITS: "off",
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  BASE_URL: "https://booking.example",
  ENCRYPTION_KEY: Buffer.alloc(32, "benchmark").toString("base64"),
  TRUST_PROXY: "loopback",
  WEBHOOK_ALLOW_HOSTS: receiver,
  LOG_LEVEL: "warn",
  BOOT_PREPARED: "1",
  ENV_FILE: "",
});
type Environment = ReturnType<typeof production>;
const PRODUCTION_PACKAGES = ["--import", here("../../commands/production-packages.mjs")];

async function startServers(
  subjects: Measured[],
  envOf: (dataset: Dataset) => Environment,
): Promise<Map<string, Server>> {
  const servers = new Map<string, Server>();
  for (const { server, dataset } of subjects) {
    const name = serverName({ server, dataset });
    if (servers.has(name)) continue;
    const [port = 0] = await findFreePorts("127.0.0.1", 1);
    const env = envOf(dataset);
    const start = {
      floors: { env, script: here("./floors.ts"), options: ["--import", "tsx"] },
      "remix-serve": {
        env,
        options: PRODUCTION_PACKAGES,
        script: "node_modules/@remix-run/serve/dist/cli.js",
        args: ["build/server/index.js"],
      },
      product: {
        env,
        script: here("../../commands/boot.mjs"),
        args: ["web"],
        options: PRODUCTION_PACKAGES,
      },
    }[server];
    servers.set(name, await startServer({ ...start, port }));
  }
  return servers;
}

async function takeTurns(
  bench: Bench,
  subjects: Measured[],
  { rounds, seconds }: Settings,
): Promise<Results> {
  const results: Results = new Map();
  let serial = 0;
  const turn = async (subject: Measured, length: number) =>
    measure(bench, subject, length, (serial += 2));
  for (const subject of subjects) {
    if (subject.kind === "deliveries") continue; // warmed up by the worker that each turn starts
    await turn(subject.kind === "sale" ? { ...subject, count: SALE_SEATS } : subject, WARM_SECONDS);
  }
  for (let round = 1; round <= rounds; round++) {
    print(`round ${round} of ${rounds}`);
    for (const subject of subjects)
      for (const [name, result] of await turn(subject, seconds))
        results.set(name, [...(results.get(name) ?? []), result]);
  }
  return results;
}

async function run(
  settings: Settings,
  folder: string,
  ends: (() => Promise<void>)[],
): Promise<void> {
  const subjects = subjectsOf(settings).filter(({ name }) =>
    settings.only.some((part) => name.includes(part)),
  );
  const datasets = [...new Set([...settings.datasets, ...subjects.map(({ dataset }) => dataset)])];
  const postgres = await startEmbeddedPostgres({ folder, durable: true, print });
  ends.unshift(() => postgres.stop());
  const { process: server } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8")) as {
    process: { pid: number };
  };
  const nameOf = (dataset: Dataset) => `bench_${datasets.indexOf(dataset)}`;
  const urlOf = (dataset: Dataset) => postgres.adminUrl(nameOf(dataset));
  for (const dataset of datasets) {
    await createDatabase(postgres.adminUrl("postgres"), nameOf(dataset));
    await fill(urlOf(dataset), dataset);
  }
  const receiver = await startReceiver();
  ends.unshift(() => receiver.stop());
  const envOf = (dataset: Dataset) => production(urlOf(dataset), folder, receiver.host);
  const servers = await startServers(subjects, envOf);
  ends.unshift(
    async () => void (await Promise.all([...servers.values()].map((each) => each.stop()))),
  );
  const subscriber = servers.get(serverName({ server: "product", dataset: settings.beside }));
  if (subscriber !== undefined) await makeSubscriptions(subscriber.port, receiver.host);
  const load = fork(here("./load.ts"), { execArgv: ["--import", "tsx"] });
  ends.unshift(() => stop(load));
  const startWorker = (dataset: Dataset) =>
    startReporter({
      script: here("../../commands/boot.mjs"),
      args: ["worker"],
      env: envOf(dataset),
    });
  const bench = { servers, load, receiver, postmaster: server.pid, urlOf, startWorker };
  const results = await takeTurns(bench, subjects, settings);
  report(
    settings,
    benchTable(subjects, results),
    writeAims(settings.datasets, results, measureSlotGeneration()),
  );
}

function report(
  { datasets, rounds, seconds, write }: Settings,
  table: string,
  aims: string[],
): void {
  print(`\n${table}\n\n${aims.join("\n")}`);
  if (!write) return;
  const [load = 0] = loadavg();
  const machine = [
    `Node ${process.versions.node}`,
    `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `load average ${load.toFixed(1)} at the end`,
    `${rounds === 1 ? "1 round" : `${rounds} rounds`} of ${seconds} s`,
    `data: ${datasets.map(({ name }) => name).join("; ")}`,
  ].join(", ");
  writeFileSync(
    PAGE,
    benchPage({ date: new Date().toISOString().slice(0, 10), machine, table, aims }),
  );
  print(`\n${PAGE} is written.`);
}

await runCommand(async () => {
  const settings = readSettings(process.argv.slice(2));
  const folder = mkdtempSync(join(tmpdir(), "booking-bench-"));
  chmodSync(folder, 0o711); // run as root, Postgres's user must be able to enter
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
