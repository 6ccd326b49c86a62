import { logFailure } from "./log-failure";

/** The pause after an error, so that a database that is away is not hammered. */
const AFTER_ERROR_MS = 1000;

export interface Loop {
  /** Ends a pause at once. */
  wake(): void;
  /** Resolves when the turn that runs has ended; no other begins. */
  stop(): Promise<void>;
}

/** Runs `turn` again and again: at once while it returns true (there may be more), else after `idleMs` or a wake. */
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
      // A wake during the turn can be for work that the turn no longer sees.
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
