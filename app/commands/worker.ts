// The process for everything that happens later. SIGTERM and SIGINT let it end what it has begun; a second one ends it at once.
import { startWorker } from "../jobs/worker.server";
import { closeDatabase } from "../lib/db.server";
import { log } from "../lib/log.server";

const STOP_MS = 20_000;

const worker = await startWorker();
let isStopping = false;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void stop();
  });
}
process.send?.("ready");

async function stop(): Promise<void> {
  try {
    await worker.stop();
    await closeDatabase();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "the worker could not end in order");
    process.exit(1);
  }
}
