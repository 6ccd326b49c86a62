import { logFailure } from "./log-failure";
import { type Loop, startLoop } from "./loop";

export interface TaskRunnerRules<Task> {
  name: string;
  /** Tasks that run at the same time, at most. */
  capacity: number;
  idle_ms: number;
  /** Takes at most `room` tasks that are due. */
  claim(room: number, running: ReadonlySet<Task>): Promise<Task[]>;
  run(task: Task): Promise<unknown>;
}

export interface TaskRunner<Task> {
  readonly running: ReadonlySet<Task>;
  wake: Loop["wake"];
  /** Claims nothing more; resolves when everything that runs has ended. */
  stop(): Promise<void>;
}

/** Keeps up to `capacity` tasks running: claims as soon as there is room, each end making some. */
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
