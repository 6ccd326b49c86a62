import { expect, test } from "vitest";
import type { Child } from "./child";
import { keepRunning } from "./keep-running";

/** A process that a test ends. */
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
    lastWords: () => "out of memory",
    stop: () => (end("was ended by SIGTERM"), ended.then(() => undefined)),
    kill: () => end("was ended by SIGKILL"),
  };
  return { child, end, speak };
}

function kept() {
  const started: ReturnType<typeof standIn>[] = [];
  const said: string[] = [];
  let changed = () => {};
  let next = new Promise<void>((resolve) => (changed = resolve));
  const running = keepRunning({
    name: "web",
    start: () => started[started.push(standIn(started.length + 1)) - 1]!.child,
    say: (line) => void said.push(line),
    changed: () => changed(),
    firstPauseMs: 1,
  });
  const another = async () => {
    await next;
    next = new Promise<void>((resolve) => (changed = resolve));
  };
  return { running, started, said, another };
}

test("a process that died is started again and again, after pauses that grow, and it is said", async () => {
  const { running, started, said, another } = kept();
  started[0]!.speak("ready");
  await running.message();
  for (const index of [0, 1, 2]) {
    started[index]!.end("ended with status 134");
    await another();
  }
  expect(running.identity().pid).toBe(4);
  expect(said).toHaveLength(3);
  expect(said[0]).toMatch(
    /^web ended with status 134; starting it again in .* s\.\nout of memory$/,
  );
  await running.stop();
  expect(started).toHaveLength(4);
});

test("a process that ends before it was ever ready is not started again: its words say why", async () => {
  const { running, started } = kept();
  started[0]!.end("ended with status 1");
  expect(await running.failedToStart).toBe("ended with status 1; ending the rest.\nout of memory");
  expect(started).toHaveLength(1);
});
