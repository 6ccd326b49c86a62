import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { runCommandLine } from "~/testing/run-command";

// The one-off commands of package.json that work on a database.

const demoTenants = async () => (await pool.query("select id from tenant where is_demo")).rowCount;

test("seed creates the demo company once and prints its secrets then", async () => {
  const first = await runCommandLine(["seed"]);
  expect(first).toMatchObject({
    status: 0,
    output: expect.stringContaining("Secret key, shown once: sk_") as string,
  });
  expect(first.output).toContain("Webhook secret, shown once: whsec_");
  const second = await runCommandLine(["seed"]);
  expect(second.status).toBe(0);
  expect(second.output).not.toContain("shown once");
  const company = /Demo company .*/.exec(first.output)![0];
  expect(second.output).toContain(company);
  expect(await demoTenants()).toBe(1);
});

test("seed does nothing in production", async () => {
  const production = {
    NODE_ENV: "production",
    BASE_URL: "https://book.example",
    EMAIL_DRIVER: "smtp",
  };
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", EMAIL_FROM: "book@book.example" };
  expect(await runCommandLine(["seed"], { ...production, ...mail })).toEqual({
    status: 1,
    output: "The demo company is not available in production.\n",
  });
});

test("rotate-key explains the preparation, then re-encrypts everything with the new key", async () => {
  const before = await runCommandLine(["rotate-key"]);
  expect(before).toEqual({
    status: 1,
    output: expect.stringContaining("ENCRYPTION_KEY_PREVIOUS is not set") as string,
  });
  expect(before.output).not.toMatch(/\bat .*\.ts/);
  await runCommandLine(["seed"]);
  const rotation = {
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY_PREVIOUS: process.env.ENCRYPTION_KEY!,
  };
  const rotated = await runCommandLine(["rotate-key"], rotation);
  expect(rotated).toEqual({
    status: 0,
    output: expect.stringMatching(/^[1-9]\d* secrets? (is|are) encrypted/) as string,
  });
});
