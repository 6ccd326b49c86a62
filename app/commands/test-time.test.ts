import { expect, test } from "vitest";
import { environmentAt, instantsOf, MOMENTS } from "./test-time";

test("--at accepts an instant with its offset, the name of a moment, or all", () => {
  expect(instantsOf(null)).toEqual([null]);
  expect(instantsOf("2026-11-30T00:10+01:00")).toEqual(["2026-11-30T00:10+01:00"]);
  expect(instantsOf("leap-day")).toEqual([MOMENTS["leap-day"]]);
  expect(instantsOf("all")).toEqual(Object.values(MOMENTS));
  for (const wrong of ["", "yesterday", "2026-11-30T00:10", "2026-13-30T00:10Z"])
    expect(() => instantsOf(wrong), wrong).toThrow("--at accepts an instant");
});

test("the clock is shifted by the distance from now, and unchanged without an instant", () => {
  expect(environmentAt(null)).toEqual({});
  const ahead = (ms: number) => environmentAt(new Date(Date.now() + ms).toISOString()).FAKETIME;
  expect(Number(ahead(7_200_000))).toBeCloseTo(7200, -1);
  expect(ahead(7_200_000)).toMatch(/^\+/);
  expect(Number(ahead(-7_200_000))).toBeCloseTo(-7200, -1);
});
