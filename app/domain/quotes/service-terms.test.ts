import { describe, expect, test } from "vitest";
import { NO_TERMS, type ResourceTerms } from "~/contract/service-fields";
import {
  basePrices,
  longestMinutes,
  onResource,
  peakPrice,
  peakPrices,
  termsOn,
} from "./service-terms";

const [ann, ben] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"];
const length = (minutes: number, price_amount: number | null) => ({ minutes, price_amount });
const own = (terms: Partial<ResourceTerms>): ResourceTerms => ({
  resource_id: ann,
  ...NO_TERMS,
  ...terms,
});
const service = (...resource_terms: ResourceTerms[]) => ({
  duration_minutes: 60,
  price_amount: 4000,
  length_options: [length(90, 5500), length(120, 7000)],
  peak_prices: [],
  resource_terms,
});

describe("the terms of a schedule on a resource", () => {
  const [ninety, twoHours] = service().length_options;
  test.each([
    ["are the schedule's where it has none", service(), 60, 4000, [ninety, twoHours]],
    ["are the schedule's where it sets nothing", service(own({})), 60, 4000, [ninety, twoHours]],
    [
      "take its own price alone",
      service(own({ price_amount: 5000 })),
      60,
      5000,
      [ninety, twoHours],
    ],
    ["take a price of 0", service(own({ price_amount: 0 })), 60, 0, [ninety, twoHours]],
    [
      "take its own length, which leaves what is longer",
      service(own({ duration_minutes: 90 })),
      90,
      4000,
      [twoHours],
    ],
    ["take a shorter length", service(own({ duration_minutes: 45 })), 45, 4000, [ninety, twoHours]],
    [
      "take its own lengths",
      service(own({ length_options: [length(75, null)] })),
      60,
      4000,
      [length(75, null)],
    ],
    ["take none", service(own({ length_options: [] })), 60, 4000, []],
  ])("%s", (_, terms, duration_minutes, price_amount, length_options) => {
    expect(termsOn(terms, ann)).toEqual({ duration_minutes, price_amount, length_options });
    expect(onResource(terms, ann).duration_minutes).toBe(duration_minutes);
    expect(longestMinutes(terms, ann)).toBe(length_options.at(-1)?.minutes ?? duration_minutes);
    expect(termsOn(terms, ben)).toEqual(termsOn(service(), ben));
  });
});

describe("a price at a peak", () => {
  test.each([
    [1250, { percent: 20 }, 1500],
    [1250, { percent: -10 }, 1125],
    [1005, { percent: 10 }, 1106], // 1105.5
    [1003, { percent: 10 }, 1103], // 1103.3
    [1005, { percent: -10 }, 905], // 904.5
    [1250, { percent: -100 }, 0],
    [1250, { percent: 1000 }, 13_750],
    [1250, { amount: 250 }, 1500],
    [1250, { amount: -250 }, 1000],
    [1250, { amount: -2000 }, 0],
    [0, { percent: 50 }, 0],
    [99_999_999, { percent: 1000 }, 1_099_999_989],
  ])("of %i by %o is %i", (price, rule, expected) => expect(peakPrice(price, rule)).toBe(expected));
});

test("each possible price is reported with its field", () => {
  const rule = { days: [1], start: "08:00", end: "09:00" };
  const terms = {
    ...service(own({ price_amount: 5000, length_options: [length(75, 6000)] })),
    peak_prices: [
      { ...rule, percent: 10 },
      { ...rule, amount: -4500 },
    ],
  };
  expect(basePrices(terms)).toEqual([
    { path: "price_amount", price_amount: 4000 },
    { path: "length_options.0.price_amount", price_amount: 5500 },
    { path: "length_options.1.price_amount", price_amount: 7000 },
    { path: "resource_terms.0.price_amount", price_amount: 5000 },
    { path: "resource_terms.0.length_options.0.price_amount", price_amount: 6000 },
  ]);
  expect(peakPrices(terms).map(({ path, price_amount }) => `${path} ${price_amount}`)).toEqual([
    ...["4400", "6050", "7700", "5500", "6600"].map((price) => `peak_prices.0.percent ${price}`),
    ...["0", "1000", "2500", "500", "1500"].map((price) => `peak_prices.1.amount ${price}`),
  ]);
});
