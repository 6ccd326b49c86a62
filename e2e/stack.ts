import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { testEnvironment } from "../app/testing/environment";
import type { Demo } from "./fixtures";

export type Stack = {
  demo: Demo;
  process: ChildProcess;
  /** Complete output. */
  output: () => string;
  stop: () => Promise<void>;
};

/** The service sees all tests as one person, so the limits are those of a whole suite. */
const A_SUITE_A_MINUTE = "session=6000,guest_page=6000,key_read=6000";
/** Emails that a suite makes the demo company send. */
const A_SUITE_A_DAY = "10000";

const running = new Set<ChildProcess>();

/** Stops everything that this process started, including a start that never became ready. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(end));
}

export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "booking-e2e-"));
  chmodSync(folder, 0o711); // the user postgres, when this process is root, must pass
  return folder;
}

export const demoFileIn = (folder: string) => join(folder, "demo.json");

/**
 * Starts the product on free ports as `npm start` does; rejects with its output if it exits.
 * `receiver`: host:port of an allowed webhook receiver.
 */
export async function startStack(folder: string, receiver = ""): Promise<Stack> {
  const stack = spawn(process.execPath, ["app/commands/boot.mjs", "start"], {
    env: {
      ...testEnvironment(),
      PORT: "0",
      DATA_DIR: folder,
      WEBHOOK_ALLOW_HOSTS: receiver,
      LIMITS: A_SUITE_A_MINUTE,
      MAIL_PER_DAY_FIRST_WEEK: A_SUITE_A_DAY,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(stack);
  stack.once("close", () => running.delete(stack));
  const output: Buffer[] = [];
  for (const stream of [stack.stdout, stack.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk));
  const outputText = () => Buffer.concat(output).toString();
  const isGone = () => stack.exitCode !== null || stack.signalCode !== null;
  while (!outputText().includes("is ready")) {
    if (isGone()) throw new Error(outputText());
    await wait(50);
  }
  const stop = () => end(stack);
  return {
    demo: JSON.parse(readFileSync(demoFileIn(folder), "utf8")) as Demo,
    process: stack,
    output: outputText,
    stop,
  };
}

async function end(stack: ChildProcess): Promise<void> {
  if (!running.has(stack)) return;
  stack.kill("SIGTERM");
  await once(stack, "close");
}
