import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { demoFileIn, makeDataFolder, startStack } from "./stack";

/** Starts one stack for all tests; returns what ends it. Its logs stay in test-results/logs. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = makeDataFolder();
  const keepLogs = () => {
    const logs = join(folder, "logs");
    if (existsSync(logs)) cpSync(logs, "test-results/logs", { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  };
  const stack = await startStack(folder).catch((error: unknown) => {
    keepLogs();
    throw error;
  });
  process.env.DEMO_FILE = demoFileIn(folder); // read by the fixtures
  return async () => {
    await stack.stop();
    keepLogs();
  };
}
