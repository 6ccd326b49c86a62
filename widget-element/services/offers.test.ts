import { describe, expect, it } from "vitest";
import { open } from "../flow";
import { aBookable, aResource, aSchedule, aSlot } from "../samples";
import { baseDuration, durations, giving, narrowed, offerOf } from "./offers";

const anna = aResource({ id: "anna" });
const bram = aResource({ id: "bram" });
const schedule = aSchedule({
  resource_ids: ["anna", "bram"],
  duration_minutes: 60,
  price_amount: 4000,
  currency: "EUR",
  price_from: 3500,
  base_price_from: 3500,
  length_options: [
    { minutes: 90, price_amount: 5000, price_from: 5000 },
    { minutes: 120, price_amount: 8000, price_from: null },
  ],
  resource_terms: [
    {
      resource_id: "anna",
      duration_minutes: 60,
      price_amount: 4000,
      base_price_from: null,
      length_options: [
        { minutes: 90, price_amount: 5500, price_from: null },
        { minutes: 120, price_amount: 8000, price_from: null },
      ],
    },
    {
      resource_id: "bram",
      duration_minutes: 75,
      price_amount: 3500,
      base_price_from: null,
      length_options: [{ minutes: 90, price_amount: 5000, price_from: null }],
    },
  ],
});
const both = aBookable({ schedule, resources: [anna, bram] });
const flow = open([both], true);

describe("length and price", () => {
  const table = [
    ["every price while the length is chosen", flow, null, 3500],
    ["the lowest of anyone", { ...flow, step: "which" }, 60, 3500],
    ["the lowest of anyone at a length", { ...flow, step: "which", length_minutes: 90 }, 90, 5000],
    ["the same of anyone at a length", { ...flow, step: "day", length_minutes: 120 }, 120, null],
    ["those of the chosen resource", { ...flow, step: "day", resource_id: "bram" }, 75, null],
  ] as const;
  it.each(table)("is %s", (_, now, duration_minutes, price_from) =>
    expect(offerOf(now)).toMatchObject({ duration_minutes, price_from, currency: "EUR" }),
  );

  it("are the chosen time's once chosen", () => {
    const slot = aSlot({
      starts_at: "2027-01-04T09:00:00Z",
      ends_at: "2027-01-04T10:15:00Z",
      price_amount: 4200,
    });
    expect(offerOf({ ...flow, step: "time", slot })).toMatchObject({ duration_minutes: 60 });
    expect(offerOf({ ...flow, step: "details", slot })).toMatchObject({
      duration_minutes: 75,
      price_amount: 4200,
    });
  });
});

describe("a page with attributes", () => {
  it("uses the lengths and prices of its only resource", () => {
    const [one] = narrowed([aBookable({ schedule, resources: [bram] })], NaN);
    expect(one?.schedule).toMatchObject({
      duration_minutes: 75,
      price_amount: 3500,
      price_from: 3500,
    });
    expect(one?.schedule?.length_options.map(({ minutes }) => minutes)).toEqual([90]);
  });

  it("shows no lowest price if its only resource has one price", () => {
    const terms = { ...schedule.resource_terms[1]!, length_options: [] };
    const [one] = narrowed(
      [aBookable({ schedule: { ...schedule, resource_terms: [terms] }, resources: [bram] })],
      NaN,
    );
    expect(one?.schedule).toMatchObject({
      price_amount: 3500,
      price_from: null,
      length_options: [],
    });
  });

  it("uses the named length and its resources without a choice", () => {
    const [one] = narrowed([both], 120);
    expect(one).toMatchObject({
      length_minutes: 120,
      schedule: { price_amount: 8000, price_from: null },
    });
    expect(one?.resources).toEqual([anna]);
    expect(open([one!], true)).toMatchObject({
      step: "day",
      length_minutes: 120,
      resource_id: "anna",
    });
  });

  it("accepts the shortest length by its minutes", () => {
    const [one] = narrowed([both], 60);
    expect(open([one!], true)).toMatchObject({ step: "which", length_minutes: null });
    expect(one?.schedule).toMatchObject({ price_from: 3500, length_options: [] });
  });

  it("keeps the choice if no service has the named length", () =>
    expect(open(narrowed([both], 45), true)).toMatchObject({
      step: "length",
      length_minutes: null,
    }));
});

it("lists the resources that offer a length", () => {
  expect(giving(both, null)).toEqual([anna, bram]);
  expect(giving(both, 90)).toEqual([anna, bram]);
  expect(giving(both, 120)).toEqual([anna]);
});

it("shows the range of lengths if it depends on the resource", () => {
  expect(baseDuration(both, "en")).toBe("1 h – 1 h 15 min");
  expect(baseDuration({ schedule, resources: [bram] }, "en")).toBe("1 h 15 min");
  expect(durations(both, "en")).toBe("1 h – 2 h");
  expect(durations({ schedule: null, resources: [bram] }, "en")).toBeUndefined();
});
