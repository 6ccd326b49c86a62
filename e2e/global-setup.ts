import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { findFreePorts } from "../app/commands/ports";
import { demoFileIn, makeDataFolder, startStack } from "./stack";

/** Starts one stack for all tests, or for a shard of them; returns what ends it. Its logs stay in test-results/logs, or logs-<shard>. */
export default async function setUp({ shard }: FullConfig): Promise<() => Promise<void>> {
  const folder = makeDataFolder();
  const keepLogs = () => {
    const logs = join(folder, "logs");
    if (existsSync(logs)) cpSync(logs, `test-results/logs${shard ? `-${shard.current}` : ""}`, { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  };
  const [port] = await findFreePorts("127.0.0.1", 1);
  process.env.RECEIVER = `127.0.0.1:${port}`; // of the guide's quick start, see docs.spec.ts
  const stack = await startStack(folder, process.env.RECEIVER).catch((error: unknown) => {
    keepLogs();
    throw error;
  });
  process.env.DEMO_FILE = demoFileIn(folder); // read by the fixtures
  return async () => {
    await stack.stop();
    keepLogs();
  };
}
