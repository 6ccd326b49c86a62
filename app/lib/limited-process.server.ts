import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";

export class LimitExceeded extends Error {
  constructor(readonly of: "time" | "memory") {
    super(`The work took more ${of} than it may.`);
    this.name = "LimitExceeded";
  }
}

/** How often a task's CPU time is checked. */
const LOOK_MS = 50;
/** Wall-clock limit as a multiple of the CPU limit; a busy machine gives a task little CPU. */
const WALL_FACTOR = 12;

/** Maximum depth of nested calls, in kB of stack: half of a process's stack. */
const STACK_KB = 3900;

/**
 * A child process for work that must not block this one: one task at a time, each with a CPU limit,
 * all within a memory limit. A task that exceeds a limit kills the process, and a new one starts
 * immediately. A worker thread is not enough: Node 24 doesn't always terminate one that is out of
 * memory. The script sends "ready" once, then one message per task. It inherits no environment
 * variables and exits with this process.
 */
export class LimitedProcess<In extends object | string, Out> {
  #child: Promise<ChildProcess> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * `script`: path of a file. `milliseconds`: CPU time per task (wall clock where the system
   * doesn't report it).
   */
  constructor(
    private readonly settings: { script: string; milliseconds: number; megabytes: number },
  ) {}

  /** Throws LimitExceeded. */
  run(task: In): Promise<Out> {
    const result = this.#last.then(() => this.#runAlone(task));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runAlone(task: In): Promise<Out> {
    const child = await this.#ready();
    keepUp(child, true);
    const limit = limitTime(child, this.settings.milliseconds);
    try {
      const answer = answerOf(child, () => new LimitExceeded(limit.isOver() ? "time" : "memory"));
      child.send(task);
      return (await answer) as Out;
    } catch (error) {
      // Starts the replacement now, so that the next task doesn't wait for it.
      if (error instanceof LimitExceeded) this.#ready().catch(() => undefined);
      throw error;
    } finally {
      limit.end();
      keepUp(child, false);
    }
  }

  #ready(): Promise<ChildProcess> {
    if (this.#child !== null) return this.#child;
    const starting = this.#start();
    // A child that exits while idle is restarted with the next task.
    const forget = () => {
      if (this.#child === starting) this.#child = null;
    };
    starting.then((child) => child.once("exit", forget), forget);
    this.#child = starting;
    return starting;
  }

  async #start(): Promise<ChildProcess> {
    const { script, megabytes } = this.settings;
    const limits = [
      `--max-old-space-size=${megabytes}`,
      "--max-semi-space-size=8",
      `--stack-size=${STACK_KB}`,
    ];
    const child = spawn(process.execPath, [...limits, script], {
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      detached: true, // keep Ctrl-C from the child: shutdown may still need it
      windowsHide: true,
    });
    child.on("error", () => undefined); // "exit" follows
    runBehindRequests(child);
    await answerOf(child, () => new Error(`${script} could not be started.`));
    keepUp(child, false);
    return child;
  }
}

function runBehindRequests({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already exited, or the system does not allow it.
  }
}

/** Kills the child when it uses more than `ms` of CPU time from now on. */
function limitTime(child: ChildProcess, ms: number): { isOver(): boolean; end(): void } {
  let isOver = false;
  const stop = () => {
    isOver = true;
    child.kill("SIGKILL");
  };
  const started = performance.now();
  let before: number | null | undefined;
  let isLooking = false;
  const look = async () => {
    const used = await cpuMs(child.pid);
    before ??= used;
    const wall = performance.now() - started;
    const isLate = used === null || before == null ? wall > ms : used - before > ms;
    if (isLate || wall > ms * WALL_FACTOR) stop();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, LOOK_MS);
  return {
    isOver: () => isOver,
    end: () => clearInterval(timer),
  };
}

/**
 * Linux counts in hundredths of a second (proc(5)); null where the system doesn't report CPU time.
 */
const TICK_MS = 10;
async function cpuMs(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The process name before the last bracket may contain spaces; user and system time are fields 14
  // and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The child's next message; rejects if it exits first. */
async function answerOf(child: ChildProcess, whyEnded: () => Error): Promise<unknown> {
  const done = new AbortController();
  const { signal } = done;
  const ended = once(child, "exit", { signal }).then(() => {
    throw whyEnded();
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    done.abort();
  }
}

/** Whether the child keeps this process's event loop alive. */
function keepUp(child: ChildProcess, does: boolean): void {
  const change = does ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
}
