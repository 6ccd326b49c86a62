import { expect, test } from "vitest";
import type { Child } from "./child";
import { keepRunning } from "./keep-running";

/** A fake process that the test ends. */
function standIn(pid: number) {
  let end = (_how: string) => {};
  let speak = (_message: unknown) => {};
  const ended = new Promise<string>((resolve) => (end = resolve));
  const message = new Promise<unknown>((resolve) => (speak = resolve));
  const child: Child = {
    name: "web",
    identity: { pid, started: "then" },
    ended,
    message,
    lastOutput: () => "out of memory",
    stop: () => (end("was killed by SIGTERM"), ended.then(() => undefined)),
    kill: () => end("was killed by SIGKILL"),
  };
  return { child, end, speak };
}

function startSupervised() {
  const started: ReturnType<typeof standIn>[] = [];
  const lines: string[] = [];
  let changed = () => {};
  let next = new Promise<void>((resolve) => (changed = resolve));
  const running = keepRunning({
    name: "web",
    start: () => started[started.push(standIn(started.length + 1)) - 1]!.child,
    print: (line) => void lines.push(line),
    changed: () => changed(),
    firstPauseMs: 1,
  });
  const another = async () => {
    await next;
    next = new Promise<void>((resolve) => (changed = resolve));
  };
  return { running, started, lines, another };
}

test("a process that died is restarted with growing delays, each logged", async () => {
  const { running, started, lines, another } = startSupervised();
  started[0]!.speak("ready");
  await running.message();
  for (const index of [0, 1, 2]) {
    started[index]!.end("exited with status 134");
    await another();
  }
  expect(running.identity().pid).toBe(4);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^web exited with status 134; restarting it in .* s\.\nout of memory$/);
  await running.stop();
  expect(started).toHaveLength(4);
});

test("a process that ends before it is ready is not restarted, and its output explains why", async () => {
  const { running, started } = startSupervised();
  started[0]!.end("exited with status 1");
  expect(await running.failedToStart).toBe(
    "exited with status 1; stopping the rest.\nout of memory",
  );
  expect(started).toHaveLength(1);
});
