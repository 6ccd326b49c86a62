import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue";

/** Work that ends on request. */
function held() {
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  return { end, work: () => done };
}

test("owners take turns, however much one of them has asked for", async () => {
  const queue = new FairQueue(1);
  const order: string[] = [];
  const first = held();
  const all = [queue.run("a", first.work)];
  for (const name of ["a1", "a2", "a3"])
    all.push(queue.run("a", async () => void order.push(name)));
  all.push(queue.run("b", async () => void order.push("b1")));
  first.end();
  await Promise.all(all);
  expect(order).toEqual(["a1", "b1", "a2", "a3"]);
});

test("an owner may have so much waiting and no more, and another owner is not refused for it", async () => {
  const queue = new FairQueue(1);
  const first = held();
  const running = queue.run("a", first.work, 1);
  const waiting = queue.run("a", async () => "second", 1);
  await expect(queue.run("a", async () => "third", 1)).rejects.toMatchObject({
    code: "rate_limited",
  });
  const other = queue.run("b", async () => "other", 1);
  first.end();
  await running;
  expect(await waiting).toBe("second");
  expect(await other).toBe("other");
  expect(await queue.run("a", async () => "again", 1)).toBe("again");
});

test("work that fails gives its place back", async () => {
  const queue = new FairQueue(1);
  await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run("a", async () => 1)).toBe(1);
});
