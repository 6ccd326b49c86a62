import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rooms } from "../../eslint.config.js";

// The map names files, so a moved file must be updated there.

const map = readFileSync("app/README.md", "utf8");
const files = ["app", "widget-element", "prisma", "e2e"]
  .flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => `/${root}/${name}`),
  )
  .concat(readdirSync(".").map((name) => `/${name}`));

const rule = /## The import rule\n[\s\S]*?\n\n(\|[\s\S]*?)\n\n/.exec(map)![1]!; // the section exists
const table = rule
  .split("\n")
  .slice(2)
  .map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
const imports = table.flat();

const named = [...map.matchAll(/`([^`*<\s]+)`/g)]
  .map(([, name]) => name!)
  .filter((name) => /\/|\.(ts|tsx|sql|mjs|js)$/.test(name) && !imports.includes(name));

test("every file and folder in the map exists", () => {
  const missing = named.filter(
    (name) => !files.some((file) => file.endsWith(`/${name.replace(/\/$/, "")}`)),
  );
  expect(missing).toEqual([]);
  expect(named).toContain("domain/bookings/place/find-requested-slot.db.test.ts");
});

test("the map and the linter have the same import rule", () => {
  expect(table.map(([room, ...imported]) => [room, imported])).toEqual(Object.entries(rooms));
});
