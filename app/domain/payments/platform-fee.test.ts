import { expect, test } from "vitest";
import type { PlatformFee } from "~/lib/payment-env";
import { feeOf, feeProblem } from "./platform-fee";

const fee = (basis_points: number, fixed = 0, currency = "EUR"): PlatformFee => ({
  basis_points,
  fixed,
  currency,
  policy: "skip",
});

test.each([
  // percentage (hundredths of a percent), fixed, amount, currency, fee
  [250, 10, 1999, "EUR", 60], // 49.975 + 10
  [250, 0, 2500, "EUR", 63], // 62.5: half up
  [250, 0, 2499, "EUR", 62], // 62.475
  [1, 0, 4999, "EUR", 0],
  [1, 0, 5000, "EUR", 1],
  [0, 25, 100, "EUR", 25],
  [10_000, 0, 99_999_999, "EUR", 99_999_999],
  [333, 0, 99_999_999, "EUR", 3_330_000],
  [250, 0, 1999, "JPY", 50],
  [250, 30, 500, "JPY", 43],
  [250, 0, 12_340, "KWD", 310], // 308.5, in steps of ten
  [250, 0, 12_000, "KWD", 300],
  [0, 14, 12_000, "KWD", 10],
])(
  "%i hundredths of a percent plus %i on %i %s is %i",
  (points, fixed, amount, currency, share) => {
    expect(feeOf(fee(points, fixed, currency), amount, currency)).toBe(share);
  },
);

test.each([
  [fee(0), 2500, "EUR", "fee_not_configured"],
  [fee(250, 10, "EUR"), 2500, "JPY", "fee_currency_unsupported"],
  [fee(250), 2500, "JPY", null],
  [fee(0, 101), 100, "EUR", "fee_too_high"],
  [fee(0, 100), 100, "EUR", null],
  [fee(10_000), 100, "EUR", null],
  [fee(10_000, 1), 100, "EUR", "fee_too_high"],
] as const)("%j of %i %s: %s", (given, amount, currency, problem) => {
  expect(feeProblem(given, amount, currency)).toBe(problem);
});
