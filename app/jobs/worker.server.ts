import { sweepHolds } from "~/domain/bookings/expire-holds.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { Outside } from "~/domain/webhooks/connect.server";
import { log } from "~/lib/log.server";
import { startDispatcher } from "./dispatcher.server";
import { startJobWorkers } from "./job-workers.server";
import { loadJobs } from "./load-jobs.server";
import { startLoop } from "./loop";

/** Small, so that the first of many does not wait for what follows the last. */
const RELAY_BATCH = 50;
const RELAY_IDLE_MS = 250;
const SWEEP_IDLE_MS = 2000;
/** A delivery ends within 15 s by itself: what is left after this is given back for another worker. */
const DRAIN_MS = 17_000;

export interface Worker {
  /** Takes nothing more and lets what runs end, within 20 seconds. */
  stop(): Promise<void>;
}

/** Everything that happens later: passing events on, sending webhooks, ending holds, jobs and cron. Any number of these may run. */
export async function startWorker(outside?: Outside): Promise<Worker> {
  const workers = await startJobWorkers(await loadJobs());
  const dispatcher = startDispatcher(outside);
  const relay = startLoop("event relay", RELAY_IDLE_MS, async () => {
    const relayed = await relayEvents(RELAY_BATCH);
    if (relayed > 0) dispatcher.wake();
    return relayed > 0;
  });
  const sweep = startLoop("hold sweep", SWEEP_IDLE_MS, async () => (await sweepHolds()) > 0);
  log.info("the worker is ready");

  return {
    stop: async () => {
      log.info("the worker is ending what it has begun");
      await Promise.all([relay.stop(), sweep.stop(), dispatcher.stop(DRAIN_MS), workers.stop(DRAIN_MS)]);
      log.info("the worker has ended");
    },
  };
}
