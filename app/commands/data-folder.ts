import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PlainError } from "./plain-error";
import { isRunning, releaseLock, takeLock, type ProcessIdentity } from "./process-lock.mjs";

const LEFTOVER_MS = 25_000;

export type Secrets = { encryption_key: string; demo_sign_in_token: string };

/** What `DATA_DIR/children.json` holds, so that a run after a kill can end what was left behind. */
export type ChildRecord = ProcessIdentity & { name: string };

/** Takes the data folder for this run alone, and ends the children that a killed run has left in it. */
export async function takeDataFolder(folder: string, say: (line: string) => void): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const holder = takeLock(join(folder, "run.lock"));
  if (holder !== null) {
    const running = readJson<{ base_url?: string }>(join(folder, "demo.json"))?.base_url;
    throw new PlainError(
      `The Booking Service already runs on ${folder} (process ${holder.pid}${running ? `, ${running}` : ""}). ` +
        "Stop it first, or choose another DATA_DIR.",
    );
  }
  const left = (readJson<ChildRecord[]>(join(folder, "children.json")) ?? []).filter(isRunning);
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
  };
  writePrivate(path, secrets);
  return secrets;
}

export function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : null;
}

/** Readable by the owner of this process alone. */
export function writePrivate(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}

async function endLeftover(child: ChildRecord, say: (line: string) => void): Promise<void> {
  say(`The ${child.name} process of a run that was killed is still there: ending it.`);
  process.kill(child.pid, "SIGTERM");
  for (let waited = 0; isRunning(child); waited += 50) {
    if (waited === LEFTOVER_MS) process.kill(child.pid, "SIGKILL");
    await wait(50);
  }
}
