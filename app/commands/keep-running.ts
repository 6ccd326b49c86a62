import type { Child } from "./child";
import type { ProcessIdentity } from "./process-lock.mjs";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** A process that ran this long was healthy, and resets the restart delay. */
const HEALTHY_MS = 60_000;

export interface SupervisedChild {
  name: string;
  /** Identity of the current process. */
  identity: () => ProcessIdentity;
  /** First message of the first process. */
  message: () => Promise<unknown>;
  /**
   * Resolves with exit status and last output if the first process ends before it is ready:
   * restarting it would not help.
   */
  failedToStart: Promise<string>;
  stop: () => Promise<void>;
  kill: () => void;
}

interface Options {
  name: string;
  start: () => Child;
  print: (line: string) => void;
  /** Called when a process has been replaced. */
  changed: () => void;
  /** For tests: the first restart delay. */
  firstPauseMs?: number;
}

/** Starts a process and restarts it whenever it exits, with an increasing delay. */
export function keepRunning({
  name,
  start,
  print: print,
  changed,
  firstPauseMs = FIRST_PAUSE_MS,
}: Options): SupervisedChild {
  let child = start();
  let isStopping = false;
  let endPause = () => {};
  const first = child;
  let failed: (exitReason: string) => void;
  const failedToStart = new Promise<string>((resolve) => (failed = resolve));

  const watch = async () => {
    let isReady = false;
    void first.message.then(() => (isReady = true));
    for (let pause = firstPauseMs; !isStopping;) {
      const startedAt = performance.now();
      const exitReason = await child.ended;
      if (isStopping) return;
      const output = child.lastOutput();
      if (child === first && !isReady)
        return failed(`${exitReason}; stopping the rest.\n${output}`);
      if (performance.now() - startedAt > HEALTHY_MS) pause = firstPauseMs;
      print(
        `${name} ${exitReason}; restarting it in ${(pause / 1000).toFixed(1)} s.${output && `\n${output}`}`,
      );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        endPause = () => (clearTimeout(timer), resolve());
      });
      if (isStopping) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      child = start();
      changed();
    }
  };
  void watch();

  return {
    name,
    identity: () => child.identity,
    message: () => first.message,
    failedToStart,
    stop: async () => {
      isStopping = true;
      endPause();
      await child.stop();
    },
    kill: () => {
      isStopping = true;
      child.kill();
    },
  };
}
