import { expect, test } from "vitest";
import { readSettings } from "./settings";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test("without options every size is measured, and a million slots of one tenant is what floors are compared on", () => {
  const { datasets, main, rounds, seconds, sale, deliveries, peer, write } = readSettings([], NOW);
  expect(datasets.map(({ name }) => name)).toEqual([
    "10,000 slots, 1 tenant",
    "10,000 slots, 1,000 tenants",
    "1,000,000 slots, 1 tenant",
    "1,000,000 slots, 1,000 tenants",
  ]);
  expect(main.name).toBe("1,000,000 slots, 1 tenant");
  expect(datasets.filter(({ has_desk }) => has_desk)).toEqual([main]);
  expect(main.base).toBe("2026-11-23T08:00:00Z");
  expect({ rounds, seconds, sale, deliveries, peer, write }).toEqual({
    rounds: 5,
    seconds: 3,
    sale: 3000,
    deliveries: 3000,
    peer: "",
    write: false,
  });
});

test("sizes are sorted, and each of five subscriptions gets as many deliveries", () => {
  const args = [
    "--slots=20000,10000",
    "--tenants=7",
    "--deliveries=1004",
    "--sale=300",
    "--only=sale,f3",
    "--write",
  ];
  const { datasets, main, deliveries, sale, only, write } = readSettings(args, NOW);
  expect(datasets.map(({ slots }) => slots)).toEqual([10_000, 20_000]);
  expect(main.slots).toBe(20_000);
  expect({ deliveries, sale, only, write }).toEqual({
    deliveries: 1000,
    sale: 300,
    only: ["sale", "f3"],
    write: true,
  });
});

test.each([
  "--slots=9999",
  "--slots=1e5",
  "--rounds=0",
  "--sale=29",
  "--deliveries=4",
  "--tenants=",
])("%s is refused", (option) => {
  expect(() => readSettings([option], NOW)).toThrow(/are not numbers that can be used/);
});
