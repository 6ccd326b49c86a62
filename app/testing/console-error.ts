import { afterEach, beforeEach, expect } from "vitest";

const original = console.error;
let unexpected: unknown[][] = [];

// Tests that expect an error replace this function with a spy.
beforeEach(() => {
  unexpected = [];
  console.error = (...values: unknown[]) => void unexpected.push(values);
});

afterEach(() => {
  console.error = original;
  expect(unexpected, "console.error was called").toEqual([]);
});
