import { logFailure } from "./log-failure";
import { type Loop, startLoop } from "./loop";

export interface TaskRunnerRules<Task> {
  name: string;
  /** Maximum number of concurrent tasks. */
  capacity: number;
  idle_ms: number;
  /** Claims at most `room` due tasks. */
  claim(room: number, running: ReadonlySet<Task>): Promise<Task[]>;
  run(task: Task): Promise<unknown>;
}

export interface TaskRunner<Task> {
  readonly running: ReadonlySet<Task>;
  wake: Loop["wake"];
  /** Stops claiming; resolves when all running tasks have ended. */
  stop(): Promise<void>;
}

/** Keeps up to `capacity` tasks running: claims more whenever one ends. */
export function startTaskRunner<Task>({
  name,
  capacity,
  idle_ms,
  claim,
  run,
}: TaskRunnerRules<Task>): TaskRunner<Task> {
  const running = new Set<Task>();
  const ends = new Set<Promise<void>>();

  const start = async (task: Task) => {
    running.add(task);
    try {
      await run(task);
    } catch (error) {
      logFailure(error, { runner: name }, "a task failed");
    }
    running.delete(task);
    loop.wake();
  };
  const loop = startLoop(name, idle_ms, async () => {
    const room = capacity - running.size;
    if (room <= 0) return false;
    const tasks = await claim(room, running);
    for (const task of tasks) {
      const ended = start(task).finally(() => ends.delete(ended));
      ends.add(ended);
    }
    return tasks.length > 0;
  });

  return {
    running,
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await Promise.all(ends);
    },
  };
}
