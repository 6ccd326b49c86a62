import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseAway } from "./database-away";

const PAUSE_MS = 1000;

/**
 * Retries `record`, which writes down what has already left, while the database is away (a
 * failover), for at most `seconds`: unrecorded it would leave once more. `record` must be
 * idempotent.
 */
export async function retryWhileAway<T>(record: () => Promise<T>, seconds: number): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;)
    try {
      return await record();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() + PAUSE_MS > end) throw error;
      await wait(PAUSE_MS, undefined, { ref: false });
    }
}
