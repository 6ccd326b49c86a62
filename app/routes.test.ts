import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { DASHBOARD, LEAD_ON, ON_A_WAY, PUBLIC } from "../e2e/every-page";
import { contract } from "./contract";
import { routeFiles } from "./testing/route-files";

test("every page and every layout has a URL, and no URL lacks its file", () => {
  const files = readdirSync("app/pages", { recursive: true, encoding: "utf8" }).map(
    (name) => `pages/${name}`,
  );
  const named = routeFiles.map(({ file }) => file);
  const answering = files.filter((file) => /\/(route|layout)\.tsx$/.test(file));
  expect(answering.filter((file) => !named.includes(file))).toEqual([]);
  expect(named.filter((file) => !files.includes(file))).toEqual(["api/route.ts"]);
  expect(named).toHaveLength(new Set(named).size);
});

/** What no address gives a name to. */
const namedOtherwise = [
  "api",
  "pages/dashboard/not-found",
  "pages/dashboard/today",
  "pages/public/landing",
];

/** `/dashboard/bookings/:id` → `pages/dashboard/bookings`: the address without what varies. */
function folderOf(path: string): string {
  const words = path.split("/").filter((word) => word !== "" && !word.startsWith(":"));
  const surface =
    words[0] === "dashboard" ? "pages" : words[0] === "manage" ? "pages/guest" : "pages/public";
  return [surface, ...words].join("/");
}

test("every noun of the API has a file of its name", () => {
  const nouns = Object.keys(contract).map(
    (noun) => `${noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
  );
  expect(readdirSync("app/api").toSorted()).toEqual(
    [...nouns, "openapi.ts", "route.ts"].toSorted(),
  );
});

test("every file is found by its address without the parameters, one of a list in the folder of the list", () => {
  const misplaced = routeFiles.filter(({ path, file }) => {
    const name = file.replace(/(\/(route|layout|index))?\.tsx?$/, "");
    const isOne = path.split("/").at(-1)!.startsWith(":"); // split gives at least one part
    const folder = folderOf(path);
    return (
      name !== folder && !(isOne && dirname(name) === folder) && !namedOtherwise.includes(name)
    );
  });
  expect(misplaced).toEqual([]);
});

test("every page is looked at by a browser test, and none that is gone", () => {
  const pages = routeFiles
    .filter(({ file }) => file.endsWith("/route.tsx"))
    .map(({ path }) => path);
  const groups = [...Object.values(DASHBOARD), PUBLIC];
  const looked = [...groups.flatMap((pages) => Object.keys(pages)), ...ON_A_WAY, ...LEAD_ON];
  expect(looked.toSorted()).toEqual(pages.toSorted());
});
