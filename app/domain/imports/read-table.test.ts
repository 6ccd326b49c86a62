import { expect, test } from "vitest";
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from "./import-limits";
import { decodeText, readTable, type Table } from "./read-table";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
const read = (text: string) => readTable(utf8(text));
const rowsOf = (table: ReturnType<typeof readTable>) =>
  (table as Table).rows.map(({ number, cells }) => [number, ...cells]);

test.each([
  ["UTF-8", utf8("Zoë,ش")],
  ["UTF-8 with a mark", new Uint8Array([0xef, 0xbb, 0xbf, ...utf8("Zoë,ش")])],
  ["UTF-16 with a mark", new Uint8Array([0xff, 0xfe, ...utf16("Zoë,ش", false)])],
  ["UTF-16, big-endian, with a mark", new Uint8Array([0xfe, 0xff, ...utf16("Zoë,ش", true)])],
  ["UTF-16 without a mark", utf16("Zoë,ش", false)],
  ["UTF-16, big-endian, without a mark", utf16("Zoë,ش", true)],
])("%s is recognised", (_name, bytes) => {
  expect(decodeText(bytes)).toBe("Zoë,ش");
});

test("other bytes are read as Windows-1252", () => {
  expect(decodeText(new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0x80]))).toBe("Zoë €");
});

test.each([
  ["commas", "Name,Email\r\nZoë,z@a.test\r\n"],
  ["semicolons", "Name;Email\nZoë;z@a.test"],
  ["tabs", "Name\tEmail\nZoë\tz@a.test\n"],
  ["a named delimiter", "sep=;\r\nName;Email\r\nZoë;z@a.test\r\n"],
  ["commas within quoted headers", '"Name, first and last, in full";Email\nZoë;z@a.test\n'],
])("a file with %s has its cells", (_name, text) => {
  const table = read(text) as Table;
  expect(table.headers.cells).toHaveLength(2);
  expect(table.rows.map(({ cells }) => cells)).toEqual([["Zoë", "z@a.test"]]);
});

test("rows keep their number in a spreadsheet; blank ones are left out, long ones cut, quotes kept", () => {
  const text = 'Name,Notes\nAnna,"likes\nwindows"\n,\n\nBert,5" nails,more\nCleo\n';
  expect(rowsOf(read(text))).toEqual([
    [2, "Anna", "likes\nwindows"],
    [5, "Bert", '5" nails'],
    [6, "Cleo"],
  ]);
});

test("what looks like a formula stays text", () => {
  expect(rowsOf(read("Name,Phone\n=1+1,+31612345678\n"))).toEqual([[2, "=1+1", "+31612345678"]]);
});

test("files that can’t be imported are refused with the reason", () => {
  expect(read("")).toEqual({ refused: "empty" });
  expect(read("Name,Email\n\n")).toEqual({ refused: "empty" });
  expect(read('Name,Email\nAnna,a@b.test\nBert,"b@b.test\nCleo,c@b.test\n')).toEqual({
    refused: "quotes",
    row: 3,
  });
  expect(readTable(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))).toEqual({ refused: "binary" });
  const wide = Array.from({ length: MAX_IMPORT_COLUMNS + 1 }, (_none, index) => `c${index}`).join();
  expect(read(`${wide}\nAnna\n`)).toEqual({ refused: "columns" });
  const long = (count: number) => read(`Name\n${"Anna\n".repeat(count)}`);
  expect(long(MAX_IMPORT_ROWS + 1)).toEqual({ refused: "rows" });
  expect((long(MAX_IMPORT_ROWS) as Table).rows).toHaveLength(MAX_IMPORT_ROWS);
});
