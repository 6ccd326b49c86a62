import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

/** The work took more time or memory than it may. */
export class LimitExceeded extends Error {
  constructor(readonly of: "time" | "memory") {
    super(`The work took more ${of} than it may.`);
    this.name = "LimitExceeded";
  }
}

/** How often a task's CPU time is looked at. */
const LOOK_MS = 50;
/** By the wall clock a task may take so many times its CPU time: a busy machine gives it little. */
const WALL_FACTOR = 12;

/** As deep as calls may nest within calls, in kB: half of the stack that a process has. */
const STACK_KB = 3900;

/**
 * A process of its own for work that must not hold up this one: one task at a time, each with a limit of CPU time, all within a memory
 * limit. A task beyond either ends the process, and another is started right away. A thread would not do: Node 24 does not always end one that is out
 * of memory, not even when it is told to. The script sends "ready" once and then answers each message with one message. It sees nothing of this
 * one's environment, and ends with it.
 */
export class LimitedProcess<In extends object | string, Out> {
  #child: Promise<ChildProcess> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `script`: the path of a file. `milliseconds`: CPU time of one task (where the system doesn't tell it, time by the clock). */
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
    keepUp(child, true); // while it works, and only then
    const limit = limitTime(child, this.settings.milliseconds);
    try {
      const answer = answerOf(child, () => new LimitExceeded(limit.isOver() ? "time" : "memory"));
      child.send(task);
      return (await answer) as Out; // the script answers each kind of task with its own result
    } catch (error) {
      // The next task doesn't wait for a start.
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
    // One that ends while it has nothing to do is started again with the next task.
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
      detached: true, // Ctrl-C is for this process, which may still need it to end in order
      windowsHide: true,
    });
    child.on("error", () => undefined); // its end follows
    await answerOf(child, () => new Error(`${script} could not be started.`));
    keepUp(child, false);
    return child;
  }
}

/** Kills a process that has used more than `ms` of CPU time from now on. */
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

/** Linux counts in hundredths of a second (proc(5)); null where the system does not tell. */
const TICK_MS = 10;
async function cpuMs(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The name before the last bracket may hold spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Its next message; rejects when it ends before. */
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

/** Whether this process goes on for it. */
function keepUp(child: ChildProcess, does: boolean): void {
  const change = does ? "ref" : "unref";
  child[change]();
  child.channel?.[change]();
}
