import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tableKinds } from "./tables";
import { retention } from "./retention.sql";

const PAGE = "app/docs/operations.md";

/** The rows of the table below "How long data is kept". */
function documented(): Record<string, string> {
  const [, part = ""] = readFileSync(PAGE, "utf8").split("## How long data is kept");
  const rows = part.split("\n## ")[0]!.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm);
  return Object.fromEntries([...rows].map(([, table = "", goes = ""]) => [table, goes]));
}

test("every table says when its rows go or why they stay, and operations.md says the same", () => {
  expect(Object.keys(retention).sort()).toEqual(Object.keys(tableKinds).sort());
  expect(documented()).toEqual(
    Object.fromEntries(Object.entries(retention).map(([table, { goes }]) => [table, goes])),
  );
});
