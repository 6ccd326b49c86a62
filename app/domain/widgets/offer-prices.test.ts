import { describe, expect, it } from "vitest";
import type { PeakPrice } from "~/contract/service-fields";
import { offerPrices, type PricedSchedule, withKinds } from "./offer-prices";

const SCHEDULE: PricedSchedule = {
  resource_ids: ["anna", "bram"],
  duration_minutes: 60,
  price_amount: 4000,
  length_options: [],
  peak_prices: [],
  resource_terms: null,
};
const priced = (own: Partial<PricedSchedule> = {}) => offerPrices({ ...SCHEDULE, ...own });
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const peak = (own: Partial<PeakPrice>): PeakPrice => ({
  days: DAYS,
  start: "08:00",
  end: "12:00",
  ...own,
});

describe("the lowest price", () => {
  const table: [string, Partial<PricedSchedule>, number | null][] = [
    ["is told of nothing that costs the same always", {}, null],
    [
      "is that of the shortest length",
      { length_options: [{ minutes: 90, price_amount: 5500 }] },
      4000,
    ],
    [
      "is none where a longer one costs the same",
      { length_options: [{ minutes: 90, price_amount: 4000 }] },
      null,
    ],
    [
      "is that of the cheapest resource",
      { resource_terms: [{ resource_id: "bram", price_amount: 3500 }] },
      3500,
    ],
    [
      "is the usual one where another resource is dearer",
      { resource_terms: [{ resource_id: "bram", price_amount: 6000 }] },
      4000,
    ],
    [
      "leaves out who has no price",
      { price_amount: null, resource_terms: [{ resource_id: "bram", price_amount: 6000 }] },
      6000,
    ],
    ["is the usual one beside a surcharge", { peak_prices: [peak({ percent: 20 })] }, 4000],
    ["is the reduced one", { peak_prices: [peak({ percent: -10 })] }, 3600],
    ["is reduced by an amount", { peak_prices: [peak({ amount: -250 })] }, 3750],
    ["is never below nothing", { peak_prices: [peak({ amount: -9000 })] }, 0],
    [
      "is none where one rule changes every start",
      { peak_prices: [peak({ start: "00:00", end: "00:00", percent: 50 })] },
      null,
    ],
    [
      "knows of no rule that another one is always before",
      {
        peak_prices: [peak({ percent: 20 }), peak({ start: "09:00", end: "10:00", percent: -50 })],
      },
      4000,
    ],
    [
      "is met after midnight of the last day",
      { peak_prices: [peak({ days: [7], start: "22:00", end: "02:00", percent: -50 })] },
      2000,
    ],
    [
      "is none where there is no price to change",
      { price_amount: null, peak_prices: [peak({ percent: -10 })] },
      null,
    ],
  ];
  it.each(table)("%s", (_, own, expected) => expect(priced(own).price_from).toBe(expected));

  it("considers only resources of the widget", () => {
    expect(
      priced({
        resource_ids: ["anna"],
        resource_terms: [{ resource_id: "bram", price_amount: 100 }],
      }),
    ).toEqual({
      duration_minutes: 60,
      price_amount: 4000,
      price_from: null,
      base_price_from: null,
      length_options: [],
      resource_terms: [],
    });
  });

  it("is given per length", () => {
    const offer = priced({
      length_options: [{ minutes: 90, price_amount: 5500 }],
      peak_prices: [peak({ percent: -10 })],
    });
    expect(offer).toMatchObject({
      price_from: 3600,
      base_price_from: 3600,
      length_options: [{ minutes: 90, price_amount: 5500, price_from: 4950 }],
    });
    expect(priced({ length_options: [{ minutes: 90, price_amount: 5500 }] })).toMatchObject({
      base_price_from: null,
      length_options: [{ minutes: 90, price_amount: 5500, price_from: null }],
    });
  });
});

describe("the lengths", () => {
  const offer = priced({
    length_options: [{ minutes: 90, price_amount: 5500 }],
    resource_terms: [
      {
        resource_id: "bram",
        duration_minutes: 75,
        price_amount: 6000,
        length_options: [{ minutes: 120, price_amount: 9000 }],
      },
      { resource_id: "anna", duration_minutes: 100 },
    ],
  });

  it("are those that any resource offers", () =>
    expect(offer.length_options.map(({ minutes }) => minutes)).toEqual([120]));

  it("of a resource are its own, or the schedule's that are longer", () =>
    expect(offer.resource_terms).toEqual([
      {
        resource_id: "anna",
        duration_minutes: 100,
        price_amount: 4000,
        base_price_from: null,
        length_options: [],
      },
      {
        resource_id: "bram",
        duration_minutes: 75,
        price_amount: 6000,
        base_price_from: null,
        length_options: [{ minutes: 120, price_amount: 9000, price_from: null }],
      },
    ]));

  it("of a resource are listed too if another one has more", () => {
    const { length_options, resource_terms } = priced({
      resource_terms: [
        { resource_id: "bram", length_options: [{ minutes: 90, price_amount: 5500 }] },
      ],
    });
    expect(length_options).toEqual([{ minutes: 90, price_amount: 5500, price_from: null }]);
    expect(resource_terms).toMatchObject([{ resource_id: "anna", length_options: [] }]);
  });

  it("of a resource are listed only if they differ", () =>
    expect(
      priced({ resource_terms: [{ resource_id: "bram", weight: 200, price_amount: null }] })
        .resource_terms,
    ).toEqual([]));

  it("have the lowest resource's price, marked as such", () => {
    const terms = [{ resource_id: "bram", length_options: [{ minutes: 90, price_amount: 5000 }] }];
    expect(
      priced({ length_options: [{ minutes: 90, price_amount: 5500 }], resource_terms: terms })
        .length_options,
    ).toEqual([{ minutes: 90, price_amount: 5000, price_from: 5000 }]);
  });
});

describe("the price of all starts", () => {
  it("is the only resource's, and so is the length", () => {
    const own = { resource_id: "anna", price_amount: 5500, duration_minutes: 45 };
    expect(priced({ resource_ids: ["anna"], resource_terms: [own] })).toMatchObject({
      price_amount: 5500,
      price_from: null,
      base_price_from: null,
      duration_minutes: 45,
      resource_terms: [],
    });
  });

  const weekend = { length_options: [{ minutes: 90, price_amount: 5000 }] };
  const peaks = { ...weekend, peak_prices: [peak({ days: [6, 7], percent: 50 })] };
  it("considers only bookable starts", () => {
    const bookable = new Map([
      ["anna", [6000]],
      ["bram", [6000]],
    ]);
    expect(offerPrices({ ...SCHEDULE, ...peaks }, bookable)).toMatchObject({
      price_amount: 6000,
      price_from: 6000,
      base_price_from: null,
      length_options: [{ minutes: 90, price_amount: 7500, price_from: null }],
    });
  });

  it("ignores unbookable resources", () => {
    const dear = { resource_terms: [{ resource_id: "bram", price_amount: 9000 }] };
    const bookable = new Map<string, number[]>([
      ["anna", []],
      ["bram", [9000]],
    ]);
    expect(offerPrices({ ...SCHEDULE, ...dear }, bookable)).toMatchObject({
      price_amount: 9000,
      price_from: null,
      base_price_from: null,
      resource_terms: [{ resource_id: "anna", price_amount: 4000 }],
    });
  });

  it("follows the terms while nothing is bookable", () => {
    const bookable = new Map<string, number[]>([["anna", []]]);
    expect(offerPrices({ ...SCHEDULE, ...peaks }, bookable)).toEqual(priced(peaks));
  });

  it("includes manual prices", () => {
    const bookable = new Map([["anna", [100, 4000]]]);
    expect(offerPrices(SCHEDULE, bookable)).toMatchObject({ price_from: 100, price_amount: 4000 });
  });
});

describe("with kinds of people", () => {
  const kind = (price_amount: number | null, takes_seat = true) => ({
    id: `kind-${price_amount}`,
    name: "Kind",
    price_amount,
    takes_seat,
  });
  const from = (kinds: ReturnType<typeof kind>[], own: Partial<PricedSchedule> = {}) =>
    withKinds(priced(own), kinds).price_from;
  const cheaper = { resource_terms: [{ resource_id: "bram", price_amount: 3500 }] };

  it.each([
    ["a cheaper kind has the lowest price", from([kind(null), kind(1000)]), 1000],
    ["a dearer one changes nothing", from([kind(null), kind(9000)]), null],
    ["a dearer one leaves the lowest of the times", from([kind(null), kind(9000)], cheaper), 3500],
    ["with prices of their own for all the service's counts no more", from([kind(9000)]), 9000],
    ["a kind without a seat changes nothing", from([kind(null), kind(0, false)]), null],
    [
      "a service without a price costs what a kind costs",
      from([kind(null), kind(500)], { price_amount: null }),
      500,
    ],
  ])("%s", (_name, found, expected) => expect(found).toBe(expected));
});
