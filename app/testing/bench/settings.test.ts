import { expect, test } from "vitest";
import { readSettings } from "./settings";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test("by default all sizes are measured, and a million slots of one tenant is compared with the floors", () => {
  const { datasets, main, rounds, seconds, write } = readSettings([], NOW);
  expect(datasets.map(({ name }) => name)).toEqual([
    "10,000 slots, 1 tenant",
    "10,000 slots, 1,000 tenants",
    "1,000,000 slots, 1 tenant",
    "1,000,000 slots, 1,000 tenants",
  ]);
  expect(main.name).toBe("1,000,000 slots, 1 tenant");
  expect(datasets.filter(({ has_desk }) => has_desk)).toEqual([main]);
  expect(main.base).toBe("2026-11-23T08:00:00Z");
  expect({ rounds, seconds, write }).toEqual({ rounds: 5, seconds: 3, write: false });
});

test("sizes are sorted", () => {
  const args = ["--slots=20000,10000", "--tenants=7", "--only=sale,f3", "--write"];
  const { datasets, main, only, write } = readSettings(args, NOW);
  expect(datasets.map(({ slots }) => slots)).toEqual([10_000, 20_000]);
  expect(main.slots).toBe(20_000);
  expect({ only, write }).toEqual({ only: ["sale", "f3"], write: true });
});

test.each(["--slots=9999", "--slots=1e5", "--rounds=0", "--tenants="])(
  "%s is rejected",
  (option) => {
    expect(() => readSettings([option], NOW)).toThrow(/is not a list of numbers/);
  },
);
