import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig } from "playwright/test";
import { findFreePorts } from "../app/commands/ports";
import { makeDataFolder, startStack } from "./stack";

/**
 * Starts a stack per worker; returns a function that stops them. Logs are in test-results/logs, a
 * folder per stack.
 */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folders = Array.from({ length: workers }, makeDataFolder);
  const keepLogs = () => {
    for (const [index, folder] of folders.entries()) {
      const logs = join(folder, "logs");
      if (existsSync(logs)) cpSync(logs, `test-results/logs/${index}`, { recursive: true });
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const [port] = await findFreePorts("127.0.0.1", 1);
  const receiver = `127.0.0.1:${port}`;
  process.env.RECEIVER = receiver; // for the guide's quick start, see docs.spec.ts
  process.env.DATA_FOLDERS = JSON.stringify(folders); // read by the fixtures
  const starts = await Promise.allSettled(folders.map((folder) => startStack(folder, receiver)));
  const stop = async () => {
    for (const start of starts) if (start.status === "fulfilled") await start.value.stop();
    keepLogs();
  };
  const failed = starts.find((start) => start.status === "rejected");
  if (failed === undefined) return stop;
  await stop();
  throw failed.reason;
}
