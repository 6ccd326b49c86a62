import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PeakPrice } from "~/contract/service-fields";
import { pool } from "~/lib/db.server";
import { wallTimeToInstant } from "~/lib/time";
import { toStoredPeakPrices } from "../hours/stored-peak-prices";
import { seatPriceAt } from "../quotes/quote";
import { peakPrice, termsOn } from "../quotes/service-terms";

const ZONE = "Europe/Amsterdam";

async function priceAt(
  price: number | null,
  rules: PeakPrice[],
  start: number,
  zone = ZONE,
): Promise<number | null> {
  const found = await pool.query<{ price: number | null }>(
    "select price_at($1, $2, $3, $4) as price",
    [price, JSON.stringify(toStoredPeakPrices(rules)), zone, new Date(start)],
  );
  return found.rows[0]!.price;
}

const DOUBLE = { percent: 100 };
const evening = { days: [1, 2, 3, 4, 5], start: "17:00", end: "22:00", ...DOUBLE };
const night = { days: [6], start: "22:00", end: "04:00", ...DOUBLE }; // on Saturdays
const allSunday = { days: [7], start: "00:00", end: "00:00", ...DOUBLE };

describe("the price of a start is twice as much", () => {
  // 2027-01-04 is a Monday; the clocks change on Sunday 2027-03-28 and 2027-10-31.
  test.each([
    ["from the first minute of a rule", [evening], "2027-01-04", "17:00", 200],
    ["to the last", [evening], "2027-01-04", "21:59", 200],
    ["not before it", [evening], "2027-01-04", "16:59", 100],
    ["not at its end", [evening], "2027-01-04", "22:00", 100],
    ["not on other days", [evening], "2027-01-03", "18:00", 100],
    ["in the night of a Saturday", [night], "2027-01-09", "23:00", 200],
    ["over midnight", [night], "2027-01-10", "03:59", 200],
    ["not at the night's end", [night], "2027-01-10", "04:00", 100],
    ["not in the night before", [night], "2027-01-09", "03:00", 100],
    ["not on the evening after", [night], "2027-01-10", "23:00", 100],
    ["the whole day", [allSunday], "2027-01-10", "00:00", 200],
    ["until it ends", [allSunday], "2027-01-10", "23:59", 200],
    ["not on the next", [allSunday], "2027-01-11", "00:00", 100],
    ["by the clock in summer", [evening], "2027-07-05", "17:00", 200],
    ["after the hour that is skipped", [night], "2027-03-28", "03:30", 200],
    ["until the clock says 04:00 there", [night], "2027-03-28", "04:00", 100],
    ["not on Sunday after that night", [night], "2027-10-31", "04:00", 100],
  ])("%s", async (_, rules, date, time, expected) => {
    expect(await priceAt(100, rules, wallTimeToInstant(date, time, ZONE))).toBe(expected);
  });

  test("in both occurrences of a repeated hour", async () => {
    const first = wallTimeToInstant("2027-10-31", "02:30", ZONE);
    const rule = { days: [7], start: "02:00", end: "03:00", ...DOUBLE };
    expect([
      await priceAt(100, [rule], first),
      await priceAt(100, [rule], first + 3_600_000),
    ]).toEqual([200, 200]);
    expect([
      await priceAt(100, [night], first),
      await priceAt(100, [night], first + 3_600_000),
    ]).toEqual([200, 200]);
  });

  test("in its own time zone", async () => {
    const start = wallTimeToInstant("2027-01-04", "17:00", "Asia/Kathmandu");
    expect([
      await priceAt(100, [evening], start, "Asia/Kathmandu"),
      await priceAt(100, [evening], start),
    ]).toEqual([200, 100]);
  });
});

test("the first matching rule applies, and no price stays none", async () => {
  const start = wallTimeToInstant("2027-01-04", "18:00", ZONE);
  const cheap = { ...evening, percent: -50 };
  expect([
    await priceAt(100, [evening, cheap], start),
    await priceAt(100, [cheap, evening], start),
  ]).toEqual([200, 50]);
  expect([await priceAt(100, [night, cheap], start), await priceAt(100, [], start)]).toEqual([
    50, 100,
  ]);
  expect(await priceAt(null, [evening], start)).toBeNull();
});

const change = fc.oneof(
  fc.record({ percent: fc.integer({ min: -100, max: 1000 }) }),
  fc.record({ amount: fc.integer({ min: -99_999_999, max: 99_999_999 }) }),
);

test("SQL and TypeScript compute peak prices alike", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 99_999_999 }), change, async (price, rule) => {
      const found = await pool.query<{ price: number }>("select peak_price($1, $2) as price", [
        price,
        JSON.stringify(rule),
      ]);
      expect(found.rows[0]!.price).toBe(peakPrice(price, rule));
    }),
    { numRuns: 200, seed: 20_261_125 },
  );
});

const minutes = fc.constantFrom(30, 45, 60, 75, 90);
const options = fc.uniqueArray(
  fc.record({ minutes, price_amount: fc.option(fc.nat({ max: 9 })) }),
  {
    selector: (each) => each.minutes,
    maxLength: 4,
  },
);
const terms = fc.record({
  duration_minutes: fc.option(minutes),
  price_amount: fc.option(fc.nat({ max: 9 })),
  length_options: fc.option(options),
});

test("SQL and TypeScript read a resource's terms alike", async () => {
  await fc.assert(
    fc.asyncProperty(
      minutes,
      fc.option(fc.nat({ max: 9 })),
      options,
      terms,
      minutes,
      async (base, price, all, own, minutes) => {
        const schedule = {
          duration_minutes: base,
          price_amount: price,
          length_options: all,
          resource_terms: [{ resource_id: "a", ...own, weight: 100, priority: 0 }],
        };
        const found = await pool.query<{ minutes: number; price: number | null; longer: unknown }>(
          "select base_minutes($1, $3) as minutes, base_price($2, $3) as price, longer_length($1, $4, $3, $5) as longer",
          [base, price, JSON.stringify(own), JSON.stringify(all), minutes],
        );
        const { duration_minutes, price_amount, length_options } = termsOn(schedule, "a");
        expect(found.rows[0]).toEqual({
          minutes: duration_minutes,
          price: price_amount,
          longer: length_options.find((each) => each.minutes === minutes) ?? null,
        });
      },
    ),
    { numRuns: 300, seed: 20_261_125 },
  );
});

const time = fc
  .record({ hour: fc.nat({ max: 23 }), minute: fc.constantFrom("00", "30") })
  .map(({ hour, minute }) => `${String(hour).padStart(2, "0")}:${minute}`);
const rule = fc
  .record({ days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), start: time, end: time })
  .chain((span) => change.map((by) => ({ ...span, ...by })));

test("SQL and the quote compute the price of a start alike", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { maxLength: 3 }),
      fc.nat({ max: 99_999 }),
      fc.integer({ min: 0, max: 365 * 48 }), // half hours of 2027
      fc.constantFrom(ZONE, "America/New_York", "Asia/Kathmandu"),
      async (peak_prices, price_amount, halfHours, time_zone) => {
        const start = Date.UTC(2027, 0, 1) + halfHours * 1_800_000;
        const terms = { duration_minutes: 60, price_amount, length_options: [] };
        expect(await priceAt(price_amount, peak_prices, start, time_zone)).toBe(
          seatPriceAt(terms, { peak_prices, time_zone }, 60, new Date(start)),
        );
      },
    ),
    { numRuns: 300, seed: 20_261_126 },
  );
});
