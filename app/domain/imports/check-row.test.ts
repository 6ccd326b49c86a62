import { expect, test } from "vitest";
import { csvLine } from "~/lib/csv";
import { checkRow } from "./check-row";
import type { ColumnFields } from "./import-fields";
import { readTable, type Table } from "./read-table";

const FIELDS: ColumnFields = ["name", "email", "phone", "notes"];
const check = (...cells: string[]) => checkRow(cells, FIELDS);

test("details are normalised as those of a new customer", () => {
  expect(
    check(" Anna\u200b Jansen ", "Anna@Example.COM", "+31 (6) 1234-5678", "by the door"),
  ).toEqual({
    details: {
      name: "Anna Jansen",
      email: "anna@example.com",
      phone: "+31612345678",
      notes: "by the door",
      locale: null,
      time_zone: null,
    },
  });
  expect(check("Bert", "", "", "")).toMatchObject({
    details: { email: null, phone: null, notes: null },
  });
});

test.each([
  ["", "a@b.test", "", "", "name", "missing", ""],
  ["Win at www.casino.example", "", "", "", "name", "invalid", "Win at www.casino.example"],
  ["x".repeat(121), "", "", "", "name", "too_long", "x".repeat(120)],
  ["Anna", "anna at b.test", "", "", "email", "invalid", "anna at b.test"],
  ["Anna", "erased-1@erased.invalid", "", "", "email", "erased", "erased-1@erased.invalid"],
  ["Anna", "", "call me", "", "phone", "invalid", "call me"],
  ["Anna", "", "", "x".repeat(4001), "notes", "too_long", "x".repeat(120)],
])(
  "row %#: a problem names its field, its reason and what stands in it",
  (name, email, phone, notes, field, reason, value) => {
    expect(check(name, email, phone, notes)).toEqual({ problem: { field, reason, value } });
  },
);

test("a name is put together from its parts, a number is the first one, notes are all", () => {
  const fields: ColumnFields = ["last_name", "first_name", "phone", "phone", "notes", "notes", ""];
  const cells = ["Jansen", "Anna", "", "0612345678", "tall", "late", "else"];
  expect(checkRow(cells, fields)).toMatchObject({
    details: { name: "Anna Jansen", phone: "0612345678", notes: "tall\nlate" },
  });
});

test("an unknown language or time zone is left out", () => {
  const fields: ColumnFields = ["name", "locale", "time_zone"];
  expect(
    checkRow(["Anna", "Eastern Time - US & Canada", "Europe/Amsterdam"], fields),
  ).toMatchObject({
    details: { locale: null, time_zone: "Europe/Amsterdam" },
  });
});

test("what our export protects from spreadsheets comes back as it was", () => {
  const cells = ["Anna", "a@b.test", "+31612345678", "=1+1;=2\n-3"];
  const file = csvLine(["name", "email", "phone", "notes"]) + csvLine(cells);
  expect(file).toContain("'+31612345678");
  const { rows } = readTable(new TextEncoder().encode(file)) as Table;
  expect(checkRow(rows[0]!.cells, FIELDS)).toMatchObject({
    details: { phone: "+31612345678", notes: cells[3] },
  });
});
