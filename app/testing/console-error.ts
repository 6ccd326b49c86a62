import { afterEach, beforeEach, expect } from "vitest";

const original = console.error;
let unexpected: unknown[][] = [];

// A test that expects an error puts a spy of its own in the place of this function.
beforeEach(() => {
  unexpected = [];
  console.error = (...values: unknown[]) => void unexpected.push(values);
});

afterEach(() => {
  console.error = original;
  expect(unexpected, "console.error was called").toEqual([]);
});
