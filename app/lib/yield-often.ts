import { setImmediate } from "node:timers/promises";

/**
 * Long-running work awaits this between steps: once `ms` have passed, other requests get a turn.
 */
export function yieldOften(ms = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    await setImmediate();
    since = performance.now();
  };
}
