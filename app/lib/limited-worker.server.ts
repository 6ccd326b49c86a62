import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The work took more time or memory than it may. */
export class Overrun extends Error {
  constructor(readonly of: "time" | "memory") {
    super(`The work took more ${of} than it may.`);
    this.name = "Overrun";
  }
}

/**
 * A thread of its own for work that must not hold up this one: one task at a time, each with a time limit, all within a memory limit. A
 * task beyond either ends the thread, and the next task starts another. The script says "ready" once and then answers each message with
 * one message.
 */
export class LimitedWorker<In, Out> {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly settings: { script: URL; milliseconds: number; megabytes: number }) {}

  /** Throws Overrun. */
  run(task: In): Promise<Out> {
    const result = this.#last.then(() => this.#runAlone(task));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runAlone(task: In): Promise<Out> {
    const worker = (this.#worker ??= await this.#start());
    worker.ref(); // keeps the process up while it works, and only then
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.settings.milliseconds);
    try {
      const answer = once(worker, "message", { signal: limit.signal }); // an `error` of the thread rejects it
      worker.postMessage(task);
      const [out] = (await answer) as [Out];
      worker.unref();
      return out;
    } catch {
      this.#worker = null;
      await worker.terminate();
      throw new Overrun(limit.signal.aborted ? "time" : "memory");
    } finally {
      clearTimeout(timer);
    }
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(this.settings.script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.settings.megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    await once(worker, "message");
    // A thread that dies while it has nothing to do is started again with the next task.
    worker.on("error", () => (this.#worker = null));
    return worker;
  }
}
