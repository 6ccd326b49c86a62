import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const DOMAIN = "app/domain";
const IMPORT = /(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+|~\/domain\/[^"']+)["']/g;

/** Which folders of domain each folder imports, tests aside. */
function importsOfFolders(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  const files = readdirSync(DOMAIN, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
    const folder = file.split("/")[0]!;
    const imports = folders.get(folder) ?? new Set();
    for (const [, path] of readFileSync(join(DOMAIN, file), "utf8").matchAll(IMPORT)) {
      const target = path!.startsWith("~") ? path!.slice("~/domain/".length) : normalize(join(dirname(file), path!));
      const other = target.split("/")[0]!;
      if (other !== ".." && other !== folder) imports.add(other);
    }
    folders.set(folder, imports);
  }
  return folders;
}

/** The folders that can be reached from themselves, each with a way round. */
function cyclesIn(folders: Map<string, Set<string>>): string[] {
  const wayRound = (start: string): string[] | null => {
    const ways = [[start]];
    const seen = new Set<string>();
    for (const way of ways)
      for (const next of folders.get(way.at(-1)!) ?? []) {
        if (next === start) return [...way, next];
        if (!seen.has(next)) ways.push([...way, next]);
        seen.add(next);
      }
    return null;
  };
  return [...folders.keys()].flatMap((folder) => wayRound(folder)?.join(" → ") ?? []);
}

test("no folder of domain imports itself by way of others", () => {
  const folders = importsOfFolders();
  expect(folders.size).toBeGreaterThan(20);
  expect(cyclesIn(folders)).toEqual([]);
});

test("a cycle over three folders is found from each of them", () => {
  const folders = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["a", "d"])],
    ["d", new Set<string>()],
  ]);
  expect(cyclesIn(folders)).toEqual(["a → b → c → a", "b → c → a → b", "c → a → b → c"]);
});
