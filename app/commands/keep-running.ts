import type { Child } from "./child";
import type { ProcessIdentity } from "./process-lock.mjs";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** A process that has run this long was healthy: the next pause is the shortest again. */
const WELL_MS = 60_000;

export interface KeptChild {
  name: string;
  /** Of the process that runs now. */
  identity: () => ProcessIdentity;
  /** The first message of the first process. */
  message: () => Promise<unknown>;
  /** Resolves, with how and its last words, when the first process ends before it has said or done anything: starting it again is no use. */
  failedToStart: Promise<string>;
  stop: () => Promise<void>;
  kill: () => void;
}

interface Options {
  name: string;
  start: () => Child;
  say: (line: string) => void;
  /** Called when another process has taken the place of one that ended. */
  changed: () => void;
  /** For tests: how long the first pause is. */
  firstPauseMs?: number;
}

/** Starts a process and, whenever it ends by itself, another in its place, after a pause that grows while it keeps ending. */
export function keepRunning({
  name,
  start,
  say,
  changed,
  firstPauseMs = FIRST_PAUSE_MS,
}: Options): KeptChild {
  let child = start();
  let isStopping = false;
  let endPause = () => {};
  const first = child;
  let failed: (how: string) => void;
  const failedToStart = new Promise<string>((resolve) => (failed = resolve));

  const watch = async () => {
    let isReady = false;
    void first.message.then(() => (isReady = true));
    for (let pause = firstPauseMs; !isStopping;) {
      const begun = performance.now();
      const how = await child.ended;
      if (isStopping) return;
      const words = child.lastWords();
      if (child === first && !isReady) return failed(`${how}; ending the rest.\n${words}`);
      if (performance.now() - begun > WELL_MS) pause = firstPauseMs;
      say(
        `${name} ${how}; starting it again in ${(pause / 1000).toFixed(1)} s.${words && `\n${words}`}`,
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
