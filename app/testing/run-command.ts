import { spawn } from "node:child_process";
import { testEnvironment } from "./environment";

/**
 * Runs a command of package.json with arguments on the test file's database; returns status and
 * output.
 */
export async function runCommandLine(
  words: string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; output: string }> {
  const { DATABASE_URL, ENCRYPTION_KEY, BASE_URL } = process.env;
  const child = spawn(process.execPath, ["app/commands/boot.mjs", ...words], {
    env: {
      ...testEnvironment(),
      DATABASE_URL,
      ENCRYPTION_KEY,
      BASE_URL,
      BOOT_PREPARED: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (output += data.toString()));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}
