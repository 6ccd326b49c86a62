import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { testEnvironment } from "../testing/environment";

test("a worker reports an unusable database, retries, and exits when its output is closed", async () => {
  const { DATABASE_URL, ENCRYPTION_KEY, BASE_URL } = process.env;
  const worker = spawn(process.execPath, ["app/commands/boot.mjs", "worker"], {
    env: {
      ...testEnvironment(),
      DATABASE_URL,
      ENCRYPTION_KEY,
      BASE_URL,
      NODE_ENV: "development",
      BOOT_PREPARED: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  for (let read = 0; read < 2; read++)
    lines.push(String(((await once(worker.stdout, "data")) as [Buffer])[0]));
  for (const line of lines) {
    expect(line).toContain(
      "The database at 127.0.0.1:1/none cannot be used: nothing listens there. Trying again",
    );
    expect(line).not.toMatch(/stack|\bat .*\.ts/);
  }
  worker.stdout.destroy();
  expect(await once(worker, "exit")).toEqual([0, null]);
});
