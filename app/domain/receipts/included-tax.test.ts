import { expect, test } from "vitest";
import { includedTax } from "./included-tax";

test.each([
  [12_100, 2100, 2100],
  [10_000, 2100, 1736], // 1735.54
  [10_000, 900, 826], // 825.69
  [-10_000, 900, -826],
  [3, 10_000, 2], // 1.5
  [1, 2100, 0],
  [100, 0, 0],
  [0, 2100, 0],
])("%i includes, at %i basis points, %i", (amount, rate, tax) => {
  expect(includedTax(amount, rate)).toBe(tax);
});

test("never more than the amount, and rounded by at most half a unit", () => {
  for (let amount = 0; amount <= 5000; amount += 7)
    for (const rate of [0, 1, 500, 825, 900, 2100, 10_000]) {
      const exact = (amount * rate) / (10_000 + rate);
      expect(Math.abs(includedTax(amount, rate) - exact)).toBeLessThanOrEqual(0.5);
      expect(includedTax(amount, rate)).toBeLessThanOrEqual(amount);
    }
});
