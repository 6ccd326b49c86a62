import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { testEnvironment } from "~/testing/environment";

// The commands of package.json that work on a database and end.

async function run(
  command: string,
  env: Record<string, string> = {},
): Promise<{ status: number | null; said: string }> {
  const { DATABASE_URL, ENCRYPTION_KEY, BASE_URL } = process.env;
  const child = spawn(process.execPath, ["app/commands/boot.mjs", command], {
    env: { ...testEnvironment(), DATABASE_URL, ENCRYPTION_KEY, BASE_URL, BOOT_PREPARED: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()));
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, said })));
}

const demoTenants = async () => (await pool.query("select id from tenant where is_demo")).rowCount;

test("seed makes the demo company once, and shows its secrets when it makes them", async () => {
  const first = await run("seed");
  expect(first).toMatchObject({ status: 0, said: expect.stringContaining("Secret key, shown once: sk_") as string });
  expect(first.said).toContain("Webhook secret, shown once: whsec_");
  const second = await run("seed");
  expect(second.status).toBe(0);
  expect(second.said).not.toContain("shown once");
  const company = /Demo company .*/.exec(first.said)![0];
  expect(second.said).toContain(company);
  expect(await demoTenants()).toBe(1);
});

test("seed does nothing in production", async () => {
  const production = { NODE_ENV: "production", BASE_URL: "https://book.example", EMAIL_DRIVER: "smtp" };
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", EMAIL_FROM: "book@book.example" };
  expect(await run("seed", { ...production, ...mail })).toEqual({
    status: 1,
    said: "The demo company is not for production.\n",
  });
});

test("rotate-key says what to do first, and then encrypts everything with the new key", async () => {
  const before = await run("rotate-key");
  expect(before).toEqual({ status: 1, said: expect.stringContaining("ENCRYPTION_KEY_PREVIOUS is not set") as string });
  expect(before.said).not.toMatch(/\bat .*\.ts/);
  await run("seed");
  const rotation = {
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY_PREVIOUS: process.env.ENCRYPTION_KEY!,
  };
  const rotated = await run("rotate-key", rotation);
  expect(rotated).toEqual({
    status: 0,
    said: expect.stringMatching(/^[1-9]\d* secrets? (is|are) encrypted/) as string,
  });
});
