import { setImmediate } from "node:timers/promises";

/** Long work awaits this between its steps: other requests get their turn whenever `ms` have passed without one. */
export function yieldOften(ms = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    await setImmediate();
    since = performance.now();
  };
}
