import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AppError } from "~/lib/app-error";
import { payableStep } from "~/lib/money";
import { amountFor, checkExpected, checkStep, quote, seatPriceAt } from "./quote";

const CURRENCIES = ["EUR", "JPY", "KWD", "ISK", "HUF"];
const currency = fc.constantFrom(...CURRENCIES);
const seats = fc.integer({ min: 1, max: 500 });
/** Prices that can be saved in the currency. */
const priced = fc
  .record({ currency, steps: fc.nat({ max: 19_999 }), seats: fc.integer({ min: 1, max: 12 }) })
  .map(({ steps, ...of }) => ({ ...of, label: "Class", amount: steps * payableStep(of.currency) }));

test("a quote's lines add up to a payable amount in every currency", () => {
  fc.assert(
    fc.property(priced, seats, (price, party) => {
      const { amount, lines } = quote(price, party);
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
      expect(amount! % payableStep(price.currency)).toBe(0);
    }),
  );
});

test("the reference party costs exactly the price, others are within half a step", () => {
  fc.assert(
    fc.property(priced, seats, (price, party) => {
      expect(amountFor(price, price.seats)).toBe(price.amount);
      const exact = (price.amount * party) / price.seats;
      const off = Math.abs(amountFor(price, party)! - exact);
      expect(off).toBeLessThanOrEqual(payableStep(price.currency) / 2);
    }),
  );
});

test.each([
  ["two of three seats for 10.00", "EUR", 1000, 3, 2, 667],
  ["half up", "EUR", 5, 2, 1, 3],
  ["yen are whole", "JPY", 1000, 3, 1, 333],
  ["thousandths end in a zero", "KWD", 5000, 3, 1, 1670],
  ["what was saved otherwise stays", "KWD", 5709, 1, 1, 5709],
])("%s", (_, currency, amount, seats, party, expected) => {
  expect(amountFor({ amount, seats, currency }, party)).toBe(expected);
});

describe("the price of a seat", () => {
  const terms = {
    duration_minutes: 60,
    price_amount: 1000,
    length_options: [
      { minutes: 90, price_amount: 1400 },
      { minutes: 120, price_amount: 1800 },
    ],
  };
  const evening = { days: [1, 2, 3, 4, 5], start: "17:00", end: "02:00", percent: 50 };
  const service = { time_zone: "Europe/Amsterdam", peak_prices: [evening] };
  // 2027-01-04 is a Monday; Amsterdam is an hour ahead of UTC.
  test.each([
    ["in the base length", 60, "2027-01-04T09:00:00Z", 1000],
    ["in a longer one", 90, "2027-01-04T09:00:00Z", 1400],
    ["between two", 100, "2027-01-04T09:00:00Z", 1400],
    ["shorter than all", 15, "2027-01-04T09:00:00Z", 1000],
    ["longer than all", 600, "2027-01-04T09:00:00Z", 1800],
    ["at a peak", 60, "2027-01-04T16:00:00Z", 1500],
    ["before it", 60, "2027-01-04T15:59:00Z", 1000],
    ["after midnight", 90, "2027-01-09T00:30:00Z", 2100],
    ["at its end", 60, "2027-01-09T01:00:00Z", 1000],
  ])("%s", (_, minutes, at, expected) => {
    expect(seatPriceAt(terms, service, minutes, new Date(at))).toBe(expected);
  });

  test("without a price there is none", () => {
    const free = { ...terms, price_amount: null, length_options: [] };
    expect(seatPriceAt(free, service, 60, new Date("2027-01-04T16:00:00Z"))).toBeNull();
  });
});

test("an unexpected price is refused with both prices", () => {
  const now = quote({ label: "Class", amount: 1250, seats: 1, currency: "EUR" }, 2);
  expect(() => checkExpected(2500, now)).not.toThrow();
  expect(() => checkExpected(undefined, now)).not.toThrow();
  try {
    checkExpected(2000, now);
    expect.unreachable();
  } catch (error) {
    expect((error as AppError).extra.details).toEqual({
      expected_amount: 2000,
      amount: 2500,
      currency: "EUR",
      lines: [{ kind: "service", label: "Class", quantity: 2, amount: 2500 }],
    });
  }
});

test("an unchargeable price is refused at its field", () => {
  for (const [amount, currency] of [
    [5710, "KWD"],
    [5709, "EUR"],
    [5709, "JPY"],
    [null, "KWD"],
    [5709, null],
  ] as const)
    expect(() => checkStep(amount, currency, "price_amount")).not.toThrow();
  expect(() => checkStep(5709, "KWD", "price_amount")).toThrow();
});
