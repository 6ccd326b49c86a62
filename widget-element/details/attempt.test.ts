import { expect, it } from "vitest";
import { attemptFor, randomKey } from "./attempt";

it("keeps its key for the same content and gets a new one for other content", () => {
  const keys = ["one", "two"];
  const newKey = () => keys.shift()!;
  const first = attemptFor("a", null, newKey);
  expect(attemptFor("a", first, newKey)).toBe(first);
  expect(attemptFor("b", first, newKey)).toEqual({ body: "b", idempotency_key: "two" });
});

it("generates unique keys that fit the header", () => {
  const keys = new Set(Array.from({ length: 100 }, randomKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{32,36}$/);
});
