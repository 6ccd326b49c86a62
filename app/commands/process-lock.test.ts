import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  identityOf,
  isRunning,
  lockHolder,
  releaseLock,
  startTimeOf,
  takeLock,
} from "./process-lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "booking-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a process is not mistaken for an ended one or a later one with the same number", () => {
  const me = identityOf(process.pid);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(isRunning(me)).toBe(true);
  expect(isRunning({ ...me, started: "earlier" })).toBe(false);
  expect(startTimeOf(pid)).toBeNull();
  expect(isRunning(null)).toBe(false);
});

test("the second process learns who holds the lock", () => {
  const path = join(folder, "held.lock");
  expect(takeLock(path)).toBeNull();
  expect(takeLock(path)).toEqual(identityOf(process.pid));
  releaseLock(path);
  expect(lockHolder(path)).toBeNull();
});

test.each([
  ["of a process that has ended", JSON.stringify({ pid: process.pid, started: "earlier" })],
  ["that was truncated while being written", '{"pid":'],
])("a lock %s is stale and replaced without leftovers", (_, content) => {
  const path = join(folder, "stale.lock");
  writeFileSync(path, content);
  expect(takeLock(path)).toBeNull();
  expect(lockHolder(path)).toEqual(identityOf(process.pid));
  releaseLock(path);
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock of another process is not released", () => {
  const path = join(folder, "foreign.lock");
  writeFileSync(path, JSON.stringify({ pid: 1, started: "earlier" }));
  releaseLock(path);
  expect(lockHolder(path)?.pid).toBe(1);
  rmSync(path);
});
