import { expect, test } from "vitest";
import { fromStripeAmount, stripeAmountProblem, toStripeAmount } from "./stripe-amount";

// Examples from Stripe's page "Supported currencies": 12.34 euros, 1,234 yen, 1.240 dinars, 1,234
// krónur, 1,234 ariary, 12.34 forints.
test.each([
  ["EUR", 1234, 1234],
  ["JPY", 1234, 1234],
  ["KRW", 1234, 1234],
  ["KWD", 1240, 1240],
  ["ISK", 1234, 123_400],
  ["UGX", 1234, 123_400],
  ["MGA", 123_400, 1234],
  ["HUF", 1234, 1234],
  ["IDR", 1_500_000, 1_500_000],
])("%s: %i minor units are %i at Stripe, in both directions", (currency, amount, written) => {
  expect(toStripeAmount(amount, currency)).toBe(written);
  expect(fromStripeAmount(written, currency.toLowerCase())).toBe(amount);
});

test.each([
  ["KWD", 1235],
  ["BHD", 1],
  ["MGA", 50],
])("%s: %i is refused, never rounded", (currency, amount) => {
  expect(() => toStripeAmount(amount, currency)).toThrow(
    expect.objectContaining({ kind: "invalid", is_definite: true, code: "amount_not_supported" }),
  );
});

// Eight digits in Stripe's notation, of which two are zeros for krónur and shillings.
test.each([
  ["EUR", 99_999_999, null],
  ["ISK", 999_999, null],
  ["ISK", 1_000_000, "amount_above_maximum"],
  ["UGX", 999_999, null],
  ["UGX", 1_000_000, "amount_above_maximum"],
  ["JPY", 999_999_999, null],
  ["EUR", 49, "amount_below_minimum"],
])("%s: %i is rejected locally as %s", (currency, amount, code) => {
  expect(stripeAmountProblem(amount, currency)?.code ?? null).toBe(code);
});
