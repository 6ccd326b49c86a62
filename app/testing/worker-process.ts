import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testEnvironment } from "./environment";

export interface WorkerProcess {
  pid: number;
  /** Resolves with its exit status; null when the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** The worker as it is run, in a process of its own that may deliver to `host`; resolves when it says that it is ready. */
export async function startWorkerProcess(
  host: string,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const dataFolder = mkdtempSync(join(tmpdir(), "worker-"));
  const { DATABASE_URL, ENCRYPTION_KEY, BASE_URL } = process.env;
  const worker = spawn(process.execPath, ["app/commands/boot.mjs", "worker"], {
    env: {
      ...testEnvironment(),
      DATABASE_URL,
      ENCRYPTION_KEY,
      BASE_URL,
      NODE_ENV: "development",
      DATA_DIR: dataFolder,
      WEBHOOK_ALLOW_HOSTS: host,
      BOOT_PREPARED: "1",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
  return {
    pid: worker.pid!, // it has said something
    kill: async (signal) => {
      // One that a fault has ended says so no more.
      if (worker.exitCode === null && worker.signalCode === null) {
        const ended = once(worker, "exit");
        worker.kill(signal);
        await ended;
      }
      rmSync(dataFolder, { recursive: true, force: true });
      return worker.exitCode;
    },
  };
}
