// The process for background work. SIGTERM and SIGINT let it finish its current work; a second one
// ends it immediately.
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
import { findSchemaMismatch } from "./own-schema";
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
// The output's reader is gone: every further write would fail too.
for (const stream of [process.stdout, process.stderr, logStream()]) stream.on("error", endInOrder);

onOtherSchema(recheckSchema);
measureProcess();
watchQueues(async () => {
  const { events, deliveries, jobs, messages, companies } = await queueFigures();
  return { queues: { events, deliveries, ...jobs }, messages, companies };
});
watchCalendars(calendarFigures);
await serveMetrics(readMetrics);
worker = await startWhenDatabaseIsUp();
endWhenHung();
process.send?.("ready");

/** The logger writes through its own stream, which doesn't emit this error on process.stdout. */
function logStream(): EventEmitter {
  return (log as unknown as Record<symbol, EventEmitter>)[pino.symbols.streamSym]!; // pino's documented access to its stream
}

/** Waits for the database. The log line names its address, which may be wrong. */
async function startWhenDatabaseIsUp(): Promise<Worker> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      await requireOwnSchema();
      return await startWorker();
    } catch (error) {
      const reason = whyDatabaseIsUnusable(error);
      if (reason === null) throw error;
      const place = databasePlace(env.DATABASE_URL);
      log.warn(
        `The database at ${place} cannot be used: ${reason}. Trying again in ${pause / 1000} s (see DATABASE_URL).`,
      );
      await wait(pause);
    }
  }
}

/**
 * On another version's schema statements fail halfway, which delays or loses work. The worker exits
 * before taking any.
 */
async function requireOwnSchema(): Promise<void> {
  const reason = await findSchemaMismatch();
  if (reason === null) return;
  log.fatal(reason);
  process.exit(1);
}

/** Checks whether the schema was changed while this process was running. */
function recheckSchema(): void {
  if (isLooking || isStopping) return;
  isLooking = true;
  void findSchemaMismatch()
    .then((reason) => {
      if (reason === null) return;
      log.fatal(reason);
      exitCode = 1;
      if (!isStopping) endInOrder();
    })
    .catch(() => undefined) // database down: the loops log it
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
    log.error({ err: error }, "the worker could not shut down cleanly");
    process.exit(1);
  }
}
