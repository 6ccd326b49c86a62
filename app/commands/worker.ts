// The process for everything that happens later. SIGTERM and SIGINT let it finish its current work; a second one ends it immediately.
import type { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import { startWorker, type Worker } from "../jobs/worker.server";
import { databasePlace, whyDatabaseIsUnusable } from "../lib/database-away";
import { closeDatabase } from "../lib/db.server";
import { env } from "../lib/env.server";
import { log } from "../lib/log.server";
import { measureProcess, readMetrics, watchCalendars, watchQueues } from "../lib/metrics.server";
import { calendarFigures } from "../jobs/calendar-figures.sql.server";
import { queueFigures } from "../jobs/queue-figures.sql.server";
import { endWhenHung } from "./end-when-hung";
import { serveMetrics } from "./metrics-server";

const STOP_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

let worker: Worker | undefined = undefined;
let isStopping = false;

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, endInOrder);
// Nobody reads this process's output any more: each further write would fail again.
for (const stream of [process.stdout, process.stderr, logStream()]) stream.on("error", endInOrder);

measureProcess();
watchQueues(async () => {
  const { events, deliveries, jobs } = await queueFigures();
  return { events, deliveries, ...jobs };
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
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "the worker could not end in order");
    process.exit(1);
  }
}
