import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** The work took more time or memory than it may. */
export class LimitExceeded extends Error {
  constructor(readonly of: "time" | "memory") {
    super(`The work took more ${of} than it may.`);
    this.name = "LimitExceeded";
  }
}

/** As deep as calls may nest within calls, in kB: half of the stack that a process has. */
const STACK_KB = 3900;

/**
 * A process of its own for work that must not hold up this one: one task at a time, each with a time limit, all within a memory limit. A
 * task beyond either ends the process, and the next task starts another. A thread would not do: Node 24 does not always end one that is out
 * of memory, not even when it is told to. The script sends "ready" once and then answers each message with one message. It sees nothing of this
 * one's environment, and ends with it.
 */
export class LimitedProcess<In extends object | string, Out> {
  #child: ChildProcess | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `script`: the path of a file. */
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
    const child = (this.#child ??= await this.#start());
    keepUp(child, true); // while it works, and only then
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, this.settings.milliseconds);
    try {
      const answer = answerOf(child, () => new LimitExceeded(isLate ? "time" : "memory"));
      child.send(task);
      return (await answer) as Out; // the script answers each kind of task with its own result
    } finally {
      clearTimeout(timer);
      keepUp(child, false);
    }
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
    // One that ends while it has nothing to do is started again with the next task.
    child.once("exit", () => this.#child === child && (this.#child = null));
    child.on("error", () => undefined); // its end follows
    await answerOf(child, () => new Error(`${script} could not be started.`));
    return child;
  }
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
