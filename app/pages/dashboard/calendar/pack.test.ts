import fc from "fast-check";
import { expect, test } from "vitest";
import { packLanes, type Interval } from "./pack";

test.each<[string, [number, number][], [number, number][]]>([
  ["one alone has the column", [[0, 60]], [[0, 1]]],
  [
    "two one after the other have it both",
    [
      [0, 60],
      [60, 120],
    ],
    [
      [0, 1],
      [0, 1],
    ],
  ],
  [
    "two at the same time share it",
    [
      [0, 60],
      [0, 60],
    ],
    [
      [0, 2],
      [1, 2],
    ],
  ],
  [
    "a chain shares in as many parts as overlap at once",
    [
      [0, 60],
      [30, 90],
      [60, 120],
    ],
    [
      [0, 2],
      [1, 2],
      [0, 2],
    ],
  ],
])("%s", (_, stretches, expected) => {
  const places = packLanes(stretches.map(([start, end]) => ({ start, end })));
  expect(places.map(({ lane, lanes }) => [lane, lanes])).toEqual(expected);
});

test("no two that overlap stand in one lane, and no lane lies outside the column", () => {
  const stretch = fc
    .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 5, max: 300 }))
    .map(([start, length]): Interval => ({ start, end: start + length }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 40 }), (stretches) => {
      const places = packLanes(stretches);
      for (const [i, a] of stretches.entries()) {
        expect(places[i]!.lane).toBeLessThan(places[i]!.lanes);
        for (const [j, b] of stretches.entries()) {
          if (i < j && a.start < b.end && b.start < a.end)
            expect(places[i]!.lane).not.toBe(places[j]!.lane);
          if (i < j && a.start < b.end && b.start < a.end)
            expect(places[i]!.lanes).toBe(places[j]!.lanes);
        }
      }
    }),
    { seed: 20_261_122 },
  );
});
