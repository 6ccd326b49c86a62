import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PlainError } from "./plain-error";
import { isRunning, releaseLock, takeLock, type ProcessIdentity } from "./process-lock.mjs";

const LEFTOVER_MS = 25_000;

export type Secrets = {
  encryption_key: string;
  demo_sign_in_token: string;
  payment_webhook_secret: string;
};

/** Entry of `DATA_DIR/children.json`, by which a run after a crash ends leftover processes. */
export type ChildRecord = ProcessIdentity & { name: string };

/** Locks the data folder for this run, and ends children left by a killed run. */
export async function lockDataFolder(folder: string, print: (line: string) => void): Promise<void> {
  const holder = inFolder(folder, () => {
    mkdirSync(folder, { recursive: true });
    return takeLock(join(folder, "run.lock"));
  });
  if (holder !== null) {
    const running = readUnlessBroken<{ base_url?: string }>(join(folder, "demo.json"))?.base_url;
    throw new PlainError(
      `The Booking Service already runs on ${folder} (process ${holder.pid}${running ? `, ${running}` : ""}). ` +
        "Stop it first, or choose another DATA_DIR.",
    );
  }
  const leftovers = (readUnlessBroken<ChildRecord[]>(join(folder, "children.json")) ?? []).filter(
    isRunning,
  );
  await Promise.all(leftovers.map((child) => stopLeftover(child, print)));
  recordChildren(folder, []);
}

export function releaseDataFolder(folder: string): void {
  releaseLock(join(folder, "run.lock"));
}

export function recordChildren(folder: string, children: ChildRecord[]): void {
  writePrivate(join(folder, "children.json"), children);
}

/**
 * The secrets of this data folder, created on the first start. A changed encryption key would lose
 * everything encrypted with it.
 */
export function loadOrCreateSecrets(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  const stored = readJson<Partial<Secrets>>(path);
  const secrets = {
    encryption_key: stored?.encryption_key ?? randomBytes(32).toString("base64"),
    demo_sign_in_token: stored?.demo_sign_in_token ?? randomBytes(24).toString("base64url"),
    payment_webhook_secret:
      stored?.payment_webhook_secret ?? `whsec_${randomBytes(24).toString("base64url")}`,
  };
  writePrivate(path, secrets);
  return secrets;
}

/**
 * Contents of a file in the data folder; null if there is none. Throws a PlainError if it is
 * truncated or malformed.
 */
export function readJson<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    throw new PlainError(
      `${path} cannot be read (${(error as Error).message}). Restore it from a backup. Without one, move it away and start ` +
        "again to recreate it (a new encryption key cannot decrypt existing secrets).",
    );
  }
}

/** For files that are only a convenience: a broken one is ignored. */
function readUnlessBroken<T>(path: string): T | null {
  try {
    return readJson<T>(path);
  } catch {
    return null;
  }
}

/** Writes a file atomically, readable only by this process's user. */
export function writePrivate(path: string, value: unknown): void {
  const unfinished = `${path}.${process.pid}`;
  inFolder(path, () => {
    try {
      writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, {
        mode: 0o600,
        flush: true,
      });
      renameSync(unfinished, path);
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
}

const DISK_PROBLEMS: Record<string, string> = {
  EACCES: "is not writable for this user",
  EPERM: "is not writable for this user",
  EROFS: "is on a read-only disk",
  ENOSPC: "is on a full disk",
  ENOTDIR: "is not a folder",
  EEXIST: "is not a folder",
};

/** Runs a function that writes to the data folder; explains failures in plain words. */
function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const problem = DISK_PROBLEMS[(error as NodeJS.ErrnoException).code ?? ""];
    if (problem === undefined) throw error;
    throw new PlainError(`${path} ${problem}. Fix that, or choose another DATA_DIR.`);
  }
}

async function stopLeftover(child: ChildRecord, print: (line: string) => void): Promise<void> {
  print(`The ${child.name} process of a killed run is still running. Stopping it.`);
  process.kill(child.pid, "SIGTERM");
  for (let waited = 0; isRunning(child); waited += 50) {
    if (waited === LEFTOVER_MS) process.kill(child.pid, "SIGKILL");
    await wait(50);
  }
}
