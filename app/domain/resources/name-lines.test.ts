import { expect, test } from "vitest";
import { fieldLimits } from "~/ui/form/field-limits";
import { z } from "zod";
import { MAX_NAMES, NameLines } from "./name-lines";

const many = (count: number) => Array.from({ length: count }, (_, index) => `Court ${index + 1}`);

test.each([
  ["Anna", ["Anna"]],
  ["Anna\r\n\r\n  Bert Jansen \r\n", ["Anna", "Bert Jansen"]],
  ["x".repeat(120), ["x".repeat(120)]],
  [many(MAX_NAMES).join("\r\n"), many(MAX_NAMES)],
])("%j names %j", (typed, names) => {
  expect(NameLines.parse(typed)).toEqual(names);
});

test.each([
  [" \n\n", "Enter at least one name."],
  ["Anna\n\nAnna", "Anna appears twice. Give each its own name."],
  [`Anna\n${"x".repeat(121)}`, "Line 2: Use at most 120 characters."],
  ["Anna\u0000", "Line 1: This text holds a character that cannot be stored."],
  [many(MAX_NAMES + 1).join("\n"), "Add at most 50 at once, and the others later."],
])("%j is refused: %s", (typed, message) => {
  expect(NameLines.safeParse(typed).error?.issues).toMatchObject([{ message }]);
});

test("the browser's length limit allows the maximum number of the longest names", () => {
  const { names } = fieldLimits(z.object({ names: NameLines }));
  expect(names).toMatchObject({ required: true });
  expect(names?.maxLength).toBeGreaterThan(MAX_NAMES * 122);
});
