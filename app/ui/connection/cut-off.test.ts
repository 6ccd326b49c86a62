import { expect, test } from "vitest";
import { isUnreached } from "./cut-off";

test.each([
  ["Failed to fetch", true],
  ["NetworkError when attempting to fetch resource.", true],
  ["Load failed", true],
  ["The network connection was lost.", true],
  ["undefined is not an object (evaluating 'a.b')", false],
])("a request that reached nobody, as browsers say it: %s", (message, is) => {
  expect(isUnreached(new TypeError(message))).toBe(is);
  expect(isUnreached(new Error(message))).toBe(false);
});
