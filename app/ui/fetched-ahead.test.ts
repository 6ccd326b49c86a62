import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPatiently } from "./fetched-ahead";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const UNREACHED = new TypeError("Failed to fetch");

/** Reads that fail one after another, then one that is answered: how often was read, and whether the answer came. */
async function readAfter(failures: Error[], onLine = true) {
  vi.stubGlobal("navigator", { onLine });
  let reads = 0;
  const reading = readPatiently(async () => {
    const failure = failures[reads++];
    if (failure) throw failure;
    return new Response("here");
  });
  const answer = reading.then(
    (response) => response.text(),
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return [reads, await answer];
}

test("what reached nobody is read again, twice at most", async () => {
  expect(await readAfter([])).toEqual([1, "here"]);
  expect(await readAfter([UNREACHED, UNREACHED])).toEqual([3, "here"]);
  expect(await readAfter([UNREACHED, UNREACHED, UNREACHED])).toEqual([3, UNREACHED.message]);
});

test("what is known to be no use, or was given up, is not", async () => {
  expect(await readAfter([UNREACHED], false)).toEqual([1, UNREACHED.message]);
  expect(await readAfter([new DOMException("aborted", "AbortError")])).toEqual([1, "aborted"]);
});
