import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { env } from "./env.server";

test("every variable the service reads has its line in .env.example", () => {
  const explained = new Set(
    readFileSync(new URL("../../.env.example", import.meta.url), "utf8")
      .split("\n")
      .map((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1]),
  );
  const read =
    readFileSync(new URL("./env.server.ts", import.meta.url), "utf8").match(/^ {4}([A-Z][A-Z0-9_]+):/gm) ?? [];
  const missing = read.map((line) => line.trim().replace(":", "")).filter((name) => !explained.has(name));
  expect(read.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(env.BASE_URL).toBe("http://127.0.0.1:3000");
});
