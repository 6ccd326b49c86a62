import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

// Type imports count too.
const IMPORT = /(?:from|import)\s*\(?\s*["']((?:\.{1,2}|~)\/[^"']+)["']/g;

/**
 * The files of a room and their imports within app/, without extensions and tests. Paths are
 * relative to app/.
 */
function importsOfFiles(room: string): Map<string, string[]> {
  const files = readdirSync(join("app", room), { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  return new Map(
    sources.map((name) => {
      const file = join(room, name);
      const paths = [...readFileSync(join("app", file), "utf8").matchAll(IMPORT)].map(
        ([, path]) => path!,
      );
      return [
        file,
        paths.map((path) =>
          path.startsWith("~") ? path.slice(2) : normalize(join(dirname(file), path)),
        ),
      ];
    }),
  );
}

/** Imports between domain folders. */
function importsOfFolders(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of importsOfFiles("domain")) {
    const folder = file.split("/")[1]!;
    const others = folders.get(folder) ?? new Set();
    for (const [room, other] of imports.map((path) => path.split("/")))
      if (room === "domain" && other !== folder) others.add(other!);
    folders.set(folder, others);
  }
  return folders;
}

/** Nodes reachable from themselves, each with one cycle. */
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

test("no import cycles between folders of domain", () => {
  const folders = importsOfFolders();
  expect(folders.size).toBeGreaterThan(20);
  expect(cyclesIn(folders)).toEqual([]);
});

test("no import cycles between files of ui and pages", () => {
  const files = new Map([...importsOfFiles("ui"), ...importsOfFiles("pages")]);
  const named = new Map([...files.keys()].map((file) => [file.replace(/\.tsx?$/, ""), file]));
  const imports = [...files].map(([file, paths]) => {
    const found = paths.flatMap((path) => named.get(path.replace(/\.tsx?$/, "")) ?? []);
    return [file, new Set(found)] as const;
  });
  expect(files.size).toBeGreaterThan(300);
  expect(cyclesIn(new Map(imports))).toEqual([]);
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
