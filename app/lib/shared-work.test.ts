import { expect, test } from "vitest";
import { SharedWork } from "./shared-work";

test("callers with the same key share the result in flight; a later one works again", async () => {
  const shared = new SharedWork<number>();
  let times = 0;
  const count = () => shared.run("a", async () => ++times);
  expect(await Promise.all([count(), count(), count()])).toEqual([1, 1, 1]);
  expect(await count()).toBe(2);
});
