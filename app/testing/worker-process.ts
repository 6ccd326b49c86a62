import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testEnvironment } from "./environment";

export interface WorkerProcess {
  pid: number;
  /** Resolves with the exit status; null if ended by the signal. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the worker in a separate process that may deliver to `host`; resolves when it is ready.
 */
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
    pid: worker.pid!, // it is running
    kill: async (signal) => {
      // Already ended by an injected fault.
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
