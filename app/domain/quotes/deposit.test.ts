import { describe, expect, test } from "vitest";
import { payableStep } from "../../lib/money";
import { depositOf } from "./deposit";

describe("the deposit of a price", () => {
  test.each([
    ["a share", { percent: 25 }, 8000, "EUR", 2000],
    ["a share of a whole party's price", { percent: 25 }, 24_000, "EUR", 6000],
    ["half a cent rounded up", { percent: 50 }, 4999, "EUR", 2500],
    ["less than half a cent rounded down", { percent: 33 }, 101, "EUR", 33],
    ["a share of a price that is rounded to nothing", { percent: 1 }, 10, "EUR", 1],
    ["a step of ten where cards need it", { percent: 25 }, 10_100, "KWD", 2530],
    ["whole units", { percent: 15 }, 990, "JPY", 149],
    ["an amount", { amount: 2000 }, 8000, "EUR", 2000],
    ["an amount once for a whole party", { amount: 2000 }, 24_000, "EUR", 2000],
    ["no more than the price", { amount: 2000 }, 1500, "EUR", 1500],
    ["nothing of a free booking", { percent: 25 }, 0, "EUR", null],
    ["nothing without a price", { amount: 2000 }, null, null, null],
    ["nothing without terms", null, 8000, "EUR", null],
  ])("%s", (_name, terms, total, currency, amount) => {
    expect(depositOf(terms, total, currency)).toBe(amount);
  });

  test.each(["EUR", "JPY", "KWD", "ISK", "HUF"])(
    "is payable, above zero and at most the price in %s",
    (currency) => {
      const step = payableStep(currency);
      for (let total = step; total <= 3000 * step; total += 7 * step)
        for (const percent of [1, 10, 33, 50, 99]) {
          const deposit = depositOf({ percent }, total, currency)!;
          expect(deposit % step).toBe(0);
          expect(deposit).toBeGreaterThan(0);
          expect(deposit).toBeLessThanOrEqual(total);
          expect(Math.abs(deposit - (total * percent) / 100)).toBeLessThanOrEqual(step);
        }
    },
  );
});
