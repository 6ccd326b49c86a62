import { afterEach, expect, test } from "vitest";
import { clock, setClock } from "~/lib/clock";
import { MemoryCounter, MAX_COUNTED } from "./memory-counter";

afterEach(() => setClock(null));

test("counts down, refuses excess calls, and resets after the window", () => {
  setClock(Date.UTC(2030, 0, 1));
  const counter = new MemoryCounter(2, 60);
  expect(
    [counter.count("a"), counter.count("a"), counter.count("a")].map(({ is_over }) => is_over),
  ).toEqual([false, false, true]);
  expect(counter.count("b")).toMatchObject({ remaining: 1, is_over: false });
  setClock(clock.now() + 60_001);
  expect(counter.count("a")).toMatchObject({ remaining: 1, is_over: false });
});

test("an uncounted call is subtracted", () => {
  const counter = new MemoryCounter(1, 60);
  for (let time = 0; time < 5; time++) {
    expect(counter.count("a").is_over).toBe(false);
    counter.takeBack("a");
  }
  counter.takeBack("nobody");
  counter.count("a");
  expect(counter.count("a").is_over).toBe(true);
});

test("keeps a bounded number of recent callers", () => {
  const counter = new MemoryCounter(1, 3600);
  counter.count("first");
  for (let caller = 0; caller < MAX_COUNTED; caller++) counter.count(`${caller}`);
  expect(counter.size).toBe(MAX_COUNTED);
  expect(counter.count(`${MAX_COUNTED - 1}`).is_over).toBe(true);
  expect(counter.count("first").is_over).toBe(false);
});
