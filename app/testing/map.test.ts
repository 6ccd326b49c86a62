import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The map names files; a file that moves without it would send a newcomer nowhere.

const map = readFileSync("app/README.md", "utf8");
const files = ["app", "widget-element", "prisma", "e2e"]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => `/${root}/${name}`))
  .concat(readdirSync(".").map((name) => `/${name}`));

const named = [...map.matchAll(/`([^`*<\s]+)`/g)]
  .map(([, name]) => name!)
  .filter((name) => /\/|\.(ts|tsx|sql|mjs|js)$/.test(name));

test("every file and folder that the map names is there", () => {
  const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name.replace(/\/$/, "")}`)));
  expect(missing).toEqual([]);
  expect(named).toContain("domain/bookings/find-requested-slot.db.test.ts");
});
