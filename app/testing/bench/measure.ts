import type { ChildProcess } from "node:child_process";
import { PlainError } from "~/commands/plain-error";
import { type Dataset, HOT_SLOTS, idOf, SALE_SEATS } from "./dataset";
import type { Job, Seen } from "./load";
import { request, type MeasuredProcess, type Server, startMeter, type Used } from "./processes";
import type { Receiver } from "./receiver";
import type { Result } from "./results";
import { type Measured, serverName } from "./subjects";
import type { Times } from "./times";
import { makeBacklog, soldSeats, untilDelivered } from "./webhooks";

const CLIENTS = 8;
const LEAD_SECONDS = 0.3;
const LEAD_COUNT = 200;
const LEAD_DELIVERIES = 1000;

/** Processes and data of the benchmark. */
export interface Bench {
  servers: Map<string, Server>;
  load: ChildProcess;
  receiver: Receiver;
  /** Parent process of the Postgres backends. */
  postmaster: number;
  urlOf: (dataset: Dataset) => string;
  startWorker: (dataset: Dataset) => Promise<MeasuredProcess>;
}

/** A subject's table rows in one round, by name. */
export type Rows = Map<string, Result>;

/** Measures one subject once. `serial` starts two numbers that no other measurement uses. */
export async function measure(
  bench: Bench,
  subject: Measured,
  seconds: number,
  serial: number,
): Promise<Rows> {
  if (subject.kind === "sale") return measureSale(bench, subject, serial);
  if (subject.kind !== "deliveries" && !subject.has_worker)
    return new Map([[subject.name, await measureRequests(bench, subject, seconds, serial, [])]]);
  // Runs only during the measurement: an idle worker would slow the others down.
  const worker = await bench.startWorker(subject.dataset);
  try {
    const result =
      subject.kind === "deliveries"
        ? await measureDeliveries(bench, subject, worker)
        : await measureRequests(bench, subject, seconds, serial, [worker]);
    return new Map([[subject.name, result]]);
  } finally {
    await worker.stop();
  }
}

/**
 * With a worker, CPU time covers everything until all deliveries are sent; the rate is that of the
 * requests.
 */
async function measureRequests(
  bench: Bench,
  subject: Measured,
  seconds: number,
  serial: number,
  workers: MeasuredProcess[],
): Promise<Result> {
  const { count, dataset } = subject;
  const job = { ...jobOf(bench, subject, serial), clients: subject.clients ?? CLIENTS };
  const rest = () =>
    workers.length > 0 ? untilDelivered(bench.urlOf(dataset)) : Promise.resolve();
  // Reopens connections that were closed when idle.
  await send(bench.load, subject, {
    ...job,
    seconds: LEAD_SECONDS,
    count: Math.min(LEAD_COUNT, count),
  });
  await rest();
  const meter = await startMeter(bench.postmaster, [serverOf(bench, subject), ...workers]);
  const seen = await send(bench.load, subject, { ...job, seconds, count, serial: serial + 1 });
  await rest();
  return {
    per_second: seen.requests / seen.seconds,
    ...millisecondsOf(seen.times),
    ...perCall(await meter(), seen.requests),
  };
}

async function measureDeliveries(
  bench: Bench,
  subject: Measured,
  worker: MeasuredProcess,
): Promise<Result> {
  const { dataset, count } = subject;
  const url = bench.urlOf(dataset);
  await untilDelivered(url);
  await makeBacklog(url, dataset, LEAD_DELIVERIES);
  await untilDelivered(url);
  const received = bench.receiver.count();
  const meter = await startMeter(bench.postmaster, [worker]);
  const startedAt = performance.now();
  await makeBacklog(url, dataset, count);
  await untilDelivered(url);
  const seconds = (performance.now() - startedAt) / 1000;
  const used = await meter();
  if (bench.receiver.count() - received !== count)
    throw new PlainError(
      `${subject.name}: ${bench.receiver.count() - received} of ${count} arrived.`,
    );
  return { per_second: count / seconds, p50: null, p99: null, ...perCall(used, count) };
}

async function measureSale(bench: Bench, subject: Measured, serial: number): Promise<Rows> {
  const { name, count, dataset, seconds = 0 } = subject;
  const meter = await startMeter(bench.postmaster, [serverOf(bench, subject)]);
  const seen = await send(bench.load, subject, {
    ...jobOf(bench, subject, serial),
    clients: count,
    seconds,
  });
  const used = await meter();
  const { winners, refused } = seen;
  const sold = await soldSeats(bench.urlOf(dataset), idOf("hot", serial % HOT_SLOTS));
  if (sold !== SALE_SEATS || winners?.count !== SALE_SEATS)
    throw new PlainError(
      `${name}: ${sold} of ${SALE_SEATS} seats are sold, and ${winners?.count} clients got one.`,
    );
  const only = (times: Times | undefined) => ({
    per_second: null,
    server_cpu: null,
    database_cpu: null,
    ...millisecondsOf(times),
  });
  return new Map<string, Result>([
    [
      name,
      { per_second: count / seen.seconds, ...millisecondsOf(seen.times), ...perCall(used, count) },
    ],
    [`${name}: got a seat`, only(winners)],
    [`${name}: refused`, only(refused)],
  ]);
}

/** null when no times were taken. */
const millisecondsOf = (times: Times | undefined) =>
  times === undefined || times.count === 0
    ? { p50: null, p99: null }
    : { p50: times.p50, p99: times.p99 };

const perCall = ({ server, database }: Used, calls: number) => ({
  server_cpu: server / calls,
  database_cpu: database === null ? null : database / calls,
});

const serverOf = ({ servers }: Bench, subject: Measured): Server =>
  servers.get(serverName(subject))!;

const jobOf = (bench: Bench, subject: Measured, serial: number) => ({
  port: serverOf(bench, subject).port,
  subject,
  count: subject.count,
  serial,
});

async function send(load: ChildProcess, { name }: Measured, job: Job): Promise<Seen> {
  const seen = await request<Seen | { failed: string }>(load, job);
  if ("failed" in seen) throw new PlainError(`${name}: ${seen.failed}`);
  if (seen.unexpected !== null)
    throw new PlainError(`${name}: an unexpected response. ${seen.unexpected}`);
  return seen;
}
