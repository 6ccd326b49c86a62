import { sweepHolds } from "~/domain/bookings/expire-holds.server";
import { sweepWaitlist } from "~/domain/waitlist/waitlist.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { NetworkAccess } from "~/lib/outside/connect.server";
import { log } from "~/lib/log.server";
import { startDispatcher } from "./dispatcher.server";
import { startJobWorkers } from "./job-workers.server";
import { loadJobs } from "./load-jobs.server";
import { startLoop } from "./loop";

/** Events of one tenant in one transaction: few, so that the first does not wait for what follows the last. */
const RELAY_BATCH = 200;
const RELAY_IDLE_MS = 250;
const HOLDS_IDLE_MS = 2_000;
/** A seat freed by a booking is offered at once; the sweep finds those that became free in other ways. */
const WAITLIST_IDLE_MS = 15_000;
/** A delivery ends within 15 s by itself: what is left after this is given back for another worker. */
const DRAIN_MS = 17_000;

export interface Worker {
  /** Takes nothing more and lets what runs end, within 20 seconds. */
  stop(): Promise<void>;
}

/** Everything that happens later: passing events on, sending webhooks, ending holds, jobs and cron. Any number of these may run. */
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
      log.info("the worker is ending what it has begun");
      const loops = [relay, holds, waitlist].map((loop) => loop.stop());
      await Promise.all([...loops, dispatcher.stop(DRAIN_MS), workers.stop(DRAIN_MS)]);
      log.info("the worker has ended");
    },
  };
}
