import { sweepHolds } from "~/domain/bookings/change/expire-holds.server";
import { sweepWaitlist } from "~/domain/waitlist/waitlist.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { NetworkAccess } from "~/lib/outside/connect.server";
import { log } from "~/lib/log.server";
import { startDispatcher } from "./dispatcher.server";
import { startJobWorkers } from "./job-workers.server";
import { loadJobs } from "./load-jobs.server";
import { startLoop } from "./loop";

/** Events of one tenant per transaction; small, so that the first isn't delayed by the rest. */
const RELAY_BATCH = 200;
const RELAY_IDLE_MS = 250;
const HOLDS_IDLE_MS = 2_000;
/** A seat freed by a booking is offered immediately; the sweep finds those freed in other ways. */
const WAITLIST_IDLE_MS = 15_000;
/** A delivery ends within 15 s; whatever is left after this is released to another worker. */
const DRAIN_MS = 17_000;

export interface Worker {
  /** Stops fetching and drains within 20 seconds. */
  stop(): Promise<void>;
}

/**
 * Starts all background work: relaying events, sending webhooks, expiring holds, jobs and cron. Any
 * number of workers may run.
 */
export async function startWorker(network?: NetworkAccess): Promise<Worker> {
  const workers = await startJobWorkers(await loadJobs());
  const dispatcher = startDispatcher(network);
  const relay = startLoop("event relay", RELAY_IDLE_MS, async () => {
    return (await relayEvents(RELAY_BATCH, dispatcher.wake)) > 0;
  });
  const holds = startLoop("hold sweep", HOLDS_IDLE_MS, async () => (await sweepHolds()) > 0);
  const waitlist = startLoop(
    "waiting list sweep",
    WAITLIST_IDLE_MS,
    async () => (await sweepWaitlist()) > 0,
  );
  log.info("the worker is ready");

  return {
    stop: async () => {
      log.info("the worker is shutting down");
      const loops = [relay, holds, waitlist].map((loop) => loop.stop());
      await Promise.all([...loops, dispatcher.stop(DRAIN_MS), workers.stop(DRAIN_MS)]);
      log.info("the worker has stopped");
    },
  };
}
