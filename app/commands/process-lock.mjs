// Plain JavaScript: it runs before anything is installed.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A process that cannot be mistaken for a later one with the same number.
 * @typedef {{ pid: number, started: string }} ProcessIdentity
 */

/** @param {string} path */
function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/**
 * When a process was started, in the terms of its system; null when it does not run (a zombie counts as ended).
 * @param {number} pid
 * @returns {string | null}
 */
export function startTimeOf(pid) {
  const boot = readIfPresent("/proc/sys/kernel/random/boot_id");
  if (boot !== null) {
    const stat = readIfPresent(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // proc(5): the name may contain spaces and brackets; state is field 3, starttime field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : `${boot.trim()}/${fields[19]}`;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return null;
  }
  if (process.platform === "win32") return "running";
  try {
    return (
      execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null
    );
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identityOf(pid) {
  return { pid, started: startTimeOf(pid) ?? "ended" };
}

/**
 * @param {ProcessIdentity | null | undefined} identity
 * @returns {boolean}
 */
export function isRunning(identity) {
  return (
    identity !== null && identity !== undefined && startTimeOf(identity.pid) === identity.started
  );
}

/**
 * Whose lock it is; null when there is none or when it cannot be read.
 * @param {string} path
 * @returns {ProcessIdentity | null}
 */
export function lockHolder(path) {
  try {
    const { pid, started } = JSON.parse(readFileSync(path, "utf8"));
    return { pid, started };
  } catch {
    return null;
  }
}

/**
 * Takes the lock for this process; a lock whose process has ended is stale and replaced.
 * @param {string} path
 * @returns {ProcessIdentity | null} null when taken, otherwise the running process that holds it
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${randomUUID()}`;
  writeFileSync(mine, JSON.stringify(identityOf(process.pid)));
  try {
    for (;;) {
      try {
        linkSync(mine, path); // atomic, and never visible half-written
        return null;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const holder = lockHolder(path);
      if (isRunning(holder)) return holder;
      moveAsideWhenStale(path);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Two processes may find the same stale lock: what was moved is looked at again, and a fresh lock is put back.
 * @param {string} path
 */
function moveAsideWhenStale(path) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (isRunning(lockHolder(aside))) linkSync(aside, path);
  rmSync(aside, { force: true });
}

/** @param {string} path */
export function releaseLock(path) {
  if (lockHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}
