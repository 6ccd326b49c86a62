import { describe, expect, test, vi } from "vitest";
import { log } from "~/lib/log.server";
import { startLoop } from "./loop";
import { startTaskRunner } from "./task-runner";

const HOUR = 3_600_000;

/** Lets the event loop turn a few times, so that all runnable work has run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a loop", () => {
  test("continues while there is more, then pauses until woken", async () => {
    let turns = 0;
    const loop = startLoop("test", HOUR, async () => ++turns < 3);
    await settle();
    expect(turns).toBe(3);
    loop.wake();
    await settle();
    expect(turns).toBe(4);
    await loop.stop();
  });

  test("does not lose a wake during a turn", async () => {
    let turns = 0;
    let finish = () => {};
    const loop = startLoop("test", HOUR, () => {
      turns++;
      return new Promise((resolve) => (finish = () => resolve(false)));
    });
    await settle();
    loop.wake();
    finish();
    await settle();
    expect(turns).toBe(2);
    const stopped = loop.stop();
    finish();
    await stopped;
  });

  test("survives an error", async () => {
    let turns = 0;
    const loop = startLoop("test", HOUR, async () => {
      turns++;
      throw new Error("the database is away");
    });
    await settle();
    loop.wake();
    await settle();
    expect(turns).toBe(2);
    await loop.stop();
  });

  test("logs an unreachable database in one line, and other failures with their stack", async () => {
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    const error = vi.spyOn(log, "error").mockReturnValue();
    const failures = [new Error("timeout exceeded when trying to connect"), new Error("a mistake")];
    const loop = startLoop("test", HOUR, async () => {
      throw failures.shift()!;
    });
    await settle();
    expect(warn.mock.calls).toEqual([
      [
        { loop: "test", reason: "timeout exceeded when trying to connect" },
        "the database is unreachable; will retry",
      ],
    ]);
    expect(error).not.toHaveBeenCalled();
    loop.wake();
    await settle();
    expect(error.mock.calls).toEqual([
      [
        { err: expect.objectContaining({ message: "a mistake" }), loop: "test" },
        "a turn of a loop failed",
      ],
    ]);
    expect(warn).toHaveBeenCalledTimes(1);
    await loop.stop();
    vi.restoreAllMocks();
  });

  test("finishes its turn before stopping", async () => {
    let turns = 0;
    let finish = () => {};
    const loop = startLoop("test", HOUR, () => {
      turns++;
      return new Promise((resolve) => (finish = () => resolve(true)));
    });
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await settle();
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    expect(turns).toBe(1);
  });
});

describe("a runner", () => {
  function runnerOf(waiting: number[], capacity: number) {
    const finish = new Map<number, () => void>();
    const rooms: number[] = [];
    const runner = startTaskRunner<number>({
      name: "test",
      capacity,
      idle_ms: HOUR,
      claim: async (room) => {
        rooms.push(room);
        return waiting.splice(0, room);
      },
      run: (task) => new Promise((resolve) => finish.set(task, () => resolve(undefined))),
    });
    return { runner, finish, rooms };
  }

  test("runs up to its capacity and claims again when a task ends", async () => {
    const { runner, finish } = runnerOf([1, 2, 3, 4], 2);
    await settle();
    expect([...runner.running]).toEqual([1, 2]);
    finish.get(1)?.();
    await settle();
    expect([...runner.running]).toEqual([2, 3]);
    const stopped = runner.stop();
    finish.get(2)?.();
    await settle();
    expect([...runner.running]).toEqual([3]);
    finish.get(3)?.();
    await stopped;
    expect([...runner.running]).toEqual([]);
  });

  test("never claims without room", async () => {
    const { runner, rooms, finish } = runnerOf([1, 2, 3], 2);
    await settle();
    runner.wake();
    await settle();
    expect(rooms).toEqual([2]);
    const stopped = runner.stop();
    for (const end of finish.values()) end();
    await stopped;
  });

  test("continues after a failed task", async () => {
    const waiting = [1, 2];
    const run: number[] = [];
    const runner = startTaskRunner<number>({
      name: "test",
      capacity: 1,
      idle_ms: HOUR,
      claim: async (room) => waiting.splice(0, room),
      run: async (task) => {
        run.push(task);
        throw new Error("failed");
      },
    });
    await settle();
    await runner.stop();
    expect(run).toEqual([1, 2]);
  });
});
