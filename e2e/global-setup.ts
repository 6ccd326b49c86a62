import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { testEnvironment } from "../app/testing/environment";

/** Starts the real thing, as `npm start` does, on free ports and an empty data folder; returns what ends it. */
export default async function startStack(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "booking-e2e-"));
  chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
  const stack = spawn(process.execPath, ["app/commands/boot.mjs", "start"], {
    env: { ...testEnvironment(), PORT: "0", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  for (const stream of [stack.stdout, stack.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
  const isGone = () => stack.exitCode !== null || stack.signalCode !== null;
  const end = async () => {
    if (!isGone()) {
      stack.kill("SIGTERM");
      await once(stack, "exit");
    }
    cpSync(join(folder, "logs"), "test-results/logs", { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  };

  const demoFile = join(folder, "demo.json");
  while (!existsSync(demoFile)) {
    if (isGone()) {
      await end();
      throw new Error(`The stack did not start:\n${Buffer.concat(said).toString()}`);
    }
    await wait(100);
  }
  process.env.DEMO_FILE = demoFile; // read by the fixtures
  return end;
}
