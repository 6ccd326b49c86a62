import { expect, test } from "vitest";
import { csvLine } from "./csv";

const csvField = (value: string | number | null) => csvLine([value]).slice(0, -"\r\n".length);

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(1)",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(1)",
  "\t=1",
  "\r=1",
  "\n=1",
  " =1",
  "\ufeff=1",
  "\u200b=1",
  "−1",
])("%j is not read as a formula", (text) => {
  expect(csvField(text).replace(/^"/, "")).toMatch(/^'/);
});

test.each([
  ["Anna", "Anna"],
  ["a;=1", `"a;'=1"`],
  [";=cmd", `";'=cmd"`],
  ["a; @SUM(1)", `"a;' @SUM(1)"`],
  ["a\t=1", `"a\t'=1"`],
  ["a\r\n+1", `"a\r\n'+1"`],
  ['a|"=1', `"a|'""=1"`],
  ["a;b", '"a;b"'],
  ["12:00 - 13:00", "12:00 - 13:00"],
  ['say "hi", you', '"say ""hi"", you"'],
  [-5, "-5"],
  [null, ""],
])("%j is written as %s", (value, field) => {
  expect(csvField(value)).toBe(field);
});
