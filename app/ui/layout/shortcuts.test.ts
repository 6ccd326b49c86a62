import { expect, test } from "vitest";
import { navigation } from "./navigation";
import { readKey, shortcutsFor } from "./shortcuts";

const all = shortcutsFor(
  navigation.map(({ to }) => to),
  true,
);

/** What the keys do, one after the other. */
function deeds(keys: string, shortcuts = all) {
  let typed = "";
  return [...keys].flatMap((key) => {
    const read = readKey(shortcuts, typed, key);
    typed = read.typed;
    return read.found === null ? [] : [read.found.action];
  });
}

test("each key and each pair of keys does one thing", () => {
  expect(new Set(all.map(({ keys }) => keys)).size).toBe(all.length);
  expect(deeds("n")).toEqual([{ go: "/dashboard/bookings/new" }]);
  expect(deeds("gb")).toEqual([{ go: "/dashboard/bookings" }]);
  expect(deeds("gk")).toEqual([{ go: "/dashboard/customers" }]);
  expect(deeds("kj")).toEqual([{ do: "previous_row" }, { do: "next_row" }]);
  expect(deeds("/?")).toEqual([{ do: "palette" }, { do: "help" }]);
});

test("a beginning that leads nowhere is forgotten, and the key after it counts by itself", () => {
  expect(deeds("gn")).toEqual([{ go: "/dashboard/bookings/new" }]);
  expect(deeds("gzb")).toEqual([]);
  expect(deeds("ggt")).toEqual([{ go: "/dashboard" }]);
});

test("a viewer has no key for what a viewer may not do", () => {
  const few = shortcutsFor(["/dashboard"], false);
  expect(deeds("ngb", few)).toEqual([]);
  expect(deeds("gt", few)).toEqual([{ go: "/dashboard" }]);
});
