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

/** What `DATA_DIR/children.json` holds, so that a run after a kill can end what was left behind. */
export type ChildRecord = ProcessIdentity & { name: string };

/** Takes the data folder for this run alone, and ends the children that a killed run has left in it. */
export async function takeDataFolder(folder: string, say: (line: string) => void): Promise<void> {
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
  const left = (readUnlessBroken<ChildRecord[]>(join(folder, "children.json")) ?? []).filter(
    isRunning,
  );
  await Promise.all(left.map((child) => endLeftover(child, say)));
  recordChildren(folder, []);
}

export function releaseDataFolder(folder: string): void {
  releaseLock(join(folder, "run.lock"));
}

export function recordChildren(folder: string, children: ChildRecord[]): void {
  writePrivate(join(folder, "children.json"), children);
}

/** The secrets of this data folder; made the first time, and kept (an encryption key that changes loses what it encrypted). */
export function keepSecrets(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  const kept = readJson<Partial<Secrets>>(path);
  const secrets = {
    encryption_key: kept?.encryption_key ?? randomBytes(32).toString("base64"),
    demo_sign_in_token: kept?.demo_sign_in_token ?? randomBytes(24).toString("base64url"),
    payment_webhook_secret:
      kept?.payment_webhook_secret ?? `whsec_${randomBytes(24).toString("base64url")}`,
  };
  writePrivate(path, secrets);
  return secrets;
}

/** What a file of the data folder holds; null where there is none. Throws a PlainError for one that was cut off or changed by hand. */
export function readJson<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    throw new PlainError(
      `${path} cannot be read (${(error as Error).message}). Put it back from a backup if you have one. Without it, move it away and start ` +
        "again: what it held is then made again (a new encryption key does not open what the old one encrypted).",
    );
  }
}

/** For what is only a convenience: a broken file is as good as none. */
function readUnlessBroken<T>(path: string): T | null {
  try {
    return readJson<T>(path);
  } catch {
    return null;
  }
}

/** Readable by the owner of this process alone, and there whole or not at all: a process that is killed leaves the file as it was. */
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

const DISK_WORDS: Record<string, string> = {
  EACCES: "may not be written by this user",
  EPERM: "may not be written by this user",
  EROFS: "is on a disk that cannot be written",
  ENOSPC: "is on a disk that is full",
  ENOTDIR: "is not a folder",
  EEXIST: "is not a folder",
};

/** Runs what writes in the data folder; says in plain words why it could not. */
function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const words = DISK_WORDS[(error as NodeJS.ErrnoException).code ?? ""];
    if (words === undefined) throw error;
    throw new PlainError(`${path} ${words}. Mend that, or choose another DATA_DIR.`);
  }
}

async function endLeftover(child: ChildRecord, say: (line: string) => void): Promise<void> {
  say(`The ${child.name} process of a run that was killed is still there: ending it.`);
  process.kill(child.pid, "SIGTERM");
  for (let waited = 0; isRunning(child); waited += 50) {
    if (waited === LEFTOVER_MS) process.kill(child.pid, "SIGKILL");
    await wait(50);
  }
}
