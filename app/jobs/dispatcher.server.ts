import type { NetworkAccess } from "~/lib/outside/connect.server";
import {
  attemptDelivery,
  claimDeliveries,
  type ClaimedDelivery,
  LEASE_SECONDS,
  releaseLeases,
  renewLeases,
} from "~/domain/webhooks/deliver.server";
import { startLoop } from "./loop";
import { startTaskRunner } from "./task-runner";

/** Deliveries in flight per process. They mostly wait: each costs a socket and the body. */
export const CAPACITY = 400;
/** Failing endpoints get at most half of it. */
const FAILING_CAPACITY = CAPACITY / 2;
const CLAIM_AT_ONCE = 100;
const IDLE_MS = 250;

export interface Dispatcher {
  /** Signals that a tenant has new deliveries. */
  wake(tenantId: string): void;
  /** Stops claiming and drains; deliveries still in flight after `ms` are released unsent. */
  stop(ms: number): Promise<void>;
}

/** Sends due deliveries until stopped and renews their leases. */
export function startDispatcher(network?: NetworkAccess): Dispatcher {
  const controllers = new Map<ClaimedDelivery, AbortController>();
  // Tenants without due deliveries: checked again when one of theirs ends, on a wake, and
  // periodically.
  const spent = new Set<string>();
  const forgetting = setInterval(() => spent.clear(), IDLE_MS);

  const runner = startTaskRunner<ClaimedDelivery>({
    name: "webhook deliveries",
    capacity: CAPACITY,
    idle_ms: IDLE_MS,
    claim: (room, running) => {
      const failing = [...running].filter((delivery) => delivery.is_failing).length;
      return claimDeliveries(
        Math.min(room, CLAIM_AT_ONCE),
        Math.max(0, FAILING_CAPACITY - failing),
        spent,
      );
    },
    run: async (delivery) => {
      const controller = new AbortController();
      controllers.set(delivery, controller);
      try {
        await attemptDelivery(delivery, controller.signal, network);
      } finally {
        controllers.delete(delivery);
        spent.delete(delivery.tenant_id);
      }
    },
  });

  const abort = (deliveries: ClaimedDelivery[]) => {
    for (const delivery of deliveries)
      controllers.get(delivery)?.abort(new Error("the lease expired"));
  };
  const renewal = startLoop("lease renewal", (LEASE_SECONDS * 1000) / 3, async () => {
    const sending = [...controllers.keys()];
    if (sending.length === 0) return false;
    const held = await renewLeases(sending);
    abort(sending.filter((delivery) => !held.has(delivery.lease_id)));
    return false;
  });

  return {
    wake: (tenantId) => {
      spent.delete(tenantId);
      runner.wake();
    },
    stop: async (ms) => {
      clearInterval(forgetting);
      const ended = runner.stop();
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
      clearTimeout(timer);
      const unfinished = [...controllers.keys()];
      abort(unfinished);
      await Promise.all([ended, renewal.stop()]);
      if (unfinished.length > 0) await releaseLeases(unfinished);
    },
  };
}
