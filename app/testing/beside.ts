/**
 * Wait times of concurrent clients, each of which repeats its request as soon as it is answered.
 */
export interface Beside {
  /** Longest wait of any client. */
  slowest_ms: number;
  asked: number;
}

/** Repeats `ask` while `work` runs, and at least once after it. Both may throw. */
export async function beside(
  ask: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<Beside> {
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  const told: Beside = { slowest_ms: 0, asked: 0 };
  for (let isLast = false; !isLast;) {
    isLast = isDone;
    const begun = performance.now();
    await ask();
    told.slowest_ms = Math.max(told.slowest_ms, performance.now() - begun);
    told.asked += 1;
  }
  await done;
  return told;
}
