// The process for everything that happens later. SIGTERM and SIGINT let it finish its current work; a second one ends it immediately.
import type { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import { onOtherSchema } from "../jobs/log-failure";
import { startWorker, type Worker } from "../jobs/worker.server";
import { databasePlace, whyDatabaseIsUnusable } from "../lib/database-away";
import { closeDatabase } from "../lib/db.server";
import { env } from "../lib/env.server";
import { log } from "../lib/log.server";
import { measureProcess, readMetrics, watchCalendars, watchQueues } from "../lib/metrics.server";
import { calendarFigures } from "../jobs/calendar-figures.sql.server";
import { queueFigures } from "../jobs/queue-figures.sql.server";
import { whyNotOwnSchema } from "./own-schema";
import { endWhenHung } from "./end-when-hung";
import { serveMetrics } from "./metrics-server";

const STOP_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

let worker: Worker | undefined = undefined;
let isStopping = false;
let isLooking = false;
let exitCode = 0;

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, endInOrder);
// Nobody reads this process's output any more: each further write would fail again.
for (const stream of [process.stdout, process.stderr, logStream()]) stream.on("error", endInOrder);

onOtherSchema(lookAgain);
measureProcess();
watchQueues(async () => {
  const { events, deliveries, jobs, messages, companies } = await queueFigures();
  return { queues: { events, deliveries, ...jobs }, messages, companies };
});
watchCalendars(calendarFigures);
await serveMetrics(readMetrics);
worker = await startWhenThereIsADatabase();
endWhenHung();
process.send?.("ready");

/** The log writes past process.stdout, by a stream of its own that is silent about such an error. */
function logStream(): EventEmitter {
  return (log as unknown as Record<symbol, EventEmitter>)[pino.symbols.streamSym]!; // pino's documented way to it
}

/** A database that is not there (yet) is waited for: the line says what is wrong, for the address may be. */
async function startWhenThereIsADatabase(): Promise<Worker> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      await refuseOtherSchema();
      return await startWorker();
    } catch (error) {
      const reason = whyDatabaseIsUnusable(error);
      if (reason === null) throw error;
      const place = databasePlace(env.DATABASE_URL);
      log.warn(
        `The database at ${place} cannot be used: ${reason}. Trying again in ${pause / 1000} s (DATABASE_URL says where).`,
      );
      await wait(pause);
    }
  }
}

/** On a schema of another version statements fail halfway, and what they were to do is late or lost: it ends instead, before it takes work. */
async function refuseOtherSchema(): Promise<void> {
  const reason = await whyNotOwnSchema();
  if (reason === null) return;
  log.fatal(reason);
  process.exit(1);
}

/** A statement failed as on another schema: was the database changed while this process ran? */
function lookAgain(): void {
  if (isLooking || isStopping) return;
  isLooking = true;
  void whyNotOwnSchema()
    .then((reason) => {
      if (reason === null) return;
      log.fatal(reason);
      exitCode = 1;
      if (!isStopping) endInOrder();
    })
    .catch(() => undefined) // the database is away: the loops say so
    .finally(() => (isLooking = false));
}

function endInOrder(): void {
  if (isStopping) process.exit(1);
  isStopping = true;
  setTimeout(() => process.exit(1), STOP_MS).unref();
  void stop();
}

async function stop(): Promise<void> {
  try {
    await worker?.stop();
    await closeDatabase();
    process.exit(exitCode);
  } catch (error) {
    log.error({ err: error }, "the worker could not end in order");
    process.exit(1);
  }
}
