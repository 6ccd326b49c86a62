import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { env } from "./env.server";

test("every variable the service reads is in .env.example", () => {
  const explained = new Set(
    readFileSync(new URL("../../.env.example", import.meta.url), "utf8")
      .split("\n")
      .map((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1]),
  );
  const read =
    readFileSync(new URL("./env.server.ts", import.meta.url), "utf8").match(
      /^ {4}([A-Z][A-Z0-9_]+):/gm,
    ) ?? [];
  const missing = read
    .map((line) => line.trim().replace(":", ""))
    .filter((name) => !explained.has(name));
  expect(read.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(env.BASE_URL).toBe("http://127.0.0.1:3000");
});

test.each([
  ["the outbox, which sends nothing", {}, /EMAIL_DRIVER: must be postmark or smtp in production/],
  ["an address that is not https", { BASE_URL: "http://book.example" }, /BASE_URL: must be https/],
  [
    "hosts of development for webhooks",
    { WEBHOOK_ALLOW_HOSTS: "localhost:9000" },
    /WEBHOOK_ALLOW_HOSTS: is for dev/,
  ],
  ["no limits", { RATE_LIMITS: "off" }, /RATE_LIMITS: cannot be off/],
])("production refuses %s", async (_what, given, message) => {
  const sound = {
    NODE_ENV: "production",
    BASE_URL: "https://book.example",
    EMAIL_FROM: "book@book.example",
  };
  for (const [name, value] of Object.entries({ ...sound, RATE_LIMITS: "on", ...given }))
    vi.stubEnv(name, value);
  vi.resetModules();
  await expect(import("./env.server")).rejects.toThrow(message);
  vi.unstubAllEnvs();
});
