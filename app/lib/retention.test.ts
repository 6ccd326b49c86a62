import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tableKinds } from "./tables";
import { retention } from "./retention.sql";

const PAGE = "app/docs/operations.md";

/** Rows of the table in "How long data is kept". */
function documented(): Record<string, string> {
  const [, part = ""] = readFileSync(PAGE, "utf8").split("## How long data is kept");
  const rows = part.split("\n## ")[0]!.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm);
  return Object.fromEntries([...rows].map(([, table = "", goes = ""]) => [table, goes]));
}

test("every table has a retention rule, as documented in operations.md", () => {
  expect(Object.keys(retention).sort()).toEqual(Object.keys(tableKinds).sort());
  expect(documented()).toEqual(
    Object.fromEntries(Object.entries(retention).map(([table, { goes }]) => [table, goes])),
  );
});
