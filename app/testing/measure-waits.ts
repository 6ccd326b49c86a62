/**
 * Wait times of concurrent clients, each of which repeats its request as soon as it is answered.
 */
export interface WaitTimes {
  /** Longest wait of any client. */
  slowest_ms: number;
  requests: number;
}

/** Repeats `request` while `work` runs, and at least once after it. Both may throw. */
export async function measureWaits(
  request: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<WaitTimes> {
  let isFinished = false;
  const finished = work().finally(() => (isFinished = true));
  const waits: WaitTimes = { slowest_ms: 0, requests: 0 };
  for (let isLast = false; !isLast;) {
    isLast = isFinished;
    const startedAt = performance.now();
    await request();
    waits.slowest_ms = Math.max(waits.slowest_ms, performance.now() - startedAt);
    waits.requests += 1;
  }
  await finished;
  return waits;
}
