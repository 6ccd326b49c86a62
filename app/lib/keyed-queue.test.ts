import { expect, test } from "vitest";
import { KeyedQueue, SharedWork } from "./keyed-queue";

/** Work that ends when it is told to. */
function work() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end: () => end() };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("of one key so much runs at once, in order; another key does not wait; no key is kept", async () => {
  const queue = new KeyedQueue(2);
  const begun: string[] = [];
  const works = Array.from({ length: 5 }, work);
  const start = (key: string, index: number) =>
    queue.run(key, () => {
      begun.push(`${key}${index}`);
      return works[index]!.ended;
    });
  const runs = [0, 1, 2, 3].map((index) => start("a", index));
  runs.push(start("b", 4));
  await settle();
  expect(begun).toEqual(["a0", "a1", "b4"]);
  works[1]!.end();
  await settle();
  expect(begun).toEqual(["a0", "a1", "b4", "a2"]);
  for (const { end } of works) end();
  await Promise.all(runs);
  expect(begun.at(-1)).toBe("a3");
  expect(queue.keys).toBe(0);
});

test("work that fails gives its place to the next", async () => {
  const queue = new KeyedQueue(1);
  const failed = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
  expect(queue.keys).toBe(0);
});

test("who asks for the same while it is worked out gets the same, and later asks again", async () => {
  const shared = new SharedWork<number>();
  let times = 0;
  const ask = () => shared.run("a", async () => ++times);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(2);
});
