import { expect, test } from "vitest";
import { readPrice, writePrice } from "./price";

test.each([
  ["12,50", "EUR", 1250],
  ["12.5", "EUR", 1250],
  [" 12 ", "EUR", 1200],
  ["0", "EUR", 0],
  ["", "EUR", null],
  ["12", "JPY", 12],
  ["1.234", "KWD", 1234],
  ["12.505", "EUR", undefined],
  ["12.5", "JPY", undefined],
  ["1,234.50", "USD", undefined],
  ["-1", "EUR", undefined],
  ["1e3", "EUR", undefined],
  ["€ 12", "EUR", undefined],
  ["999999.99", "EUR", 99_999_999],
  ["1000000", "EUR", undefined],
  ["99999999", "JPY", 99_999_999],
  ["99999.999", "KWD", 99_999_999],
  ["100000", "KWD", undefined],
  ["1".repeat(20), "EUR", undefined],
])("%s in %s is %s", (typed, currency, amount) => {
  expect(readPrice(typed, currency)).toBe(amount);
});

test.each([
  [1250, "EUR", "12.50"],
  [12, "JPY", "12"],
  [null, "EUR", ""],
  [1250, null, ""],
])("%s %s is shown in the field as %s, and is read back", (amount, currency, typed) => {
  expect(writePrice(amount, currency)).toBe(typed);
  expect(readPrice(typed, currency ?? "EUR")).toBe(currency === null ? null : amount);
});
