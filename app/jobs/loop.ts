import { logFailure } from "./log-failure";

/** Pause after an error, so that a failing database is not hammered. */
const AFTER_ERROR_MS = 1000;

export interface Loop {
  /** Ends the current pause immediately. */
  wake(): void;
  /** Resolves when the current turn has ended; no other starts. */
  stop(): Promise<void>;
}

/**
 * Runs `turn` repeatedly: immediately while it returns true (there may be more), else after
 * `idleMs` or a wake.
 */
export function startLoop(name: string, idleMs: number, turn: () => Promise<boolean>): Loop {
  let isStopping = false;
  let isWoken = false;
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!isStopping) {
      isWoken = false;
      let hasMore = false;
      let pauseMs = idleMs;
      try {
        hasMore = await turn();
      } catch (error) {
        logFailure(error, { loop: name }, "a turn of a loop failed");
        pauseMs = Math.max(idleMs, AFTER_ERROR_MS);
      }
      // A wake during the turn may concern work that the turn has already missed.
      if (!hasMore && !isWoken && !isStopping) await pause(pauseMs);
    }
  };
  const ended = run();

  return {
    wake: () => {
      isWoken = true;
      endPause();
    },
    stop: () => {
      isStopping = true;
      endPause();
      return ended;
    },
  };
}
