/** What other people waited for while something was done: each asks again as soon as they are answered. */
export interface Beside {
  /** The longest wait of one of them. */
  slowest_ms: number;
  asked: number;
}

/** Lets `ask` be asked over and over while `work` is done, and at least once after it; both may throw. */
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
