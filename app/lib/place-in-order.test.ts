import { expect, test } from "vitest";
import { movedTo } from "./place-in-order";

const list = (positions: Record<string, number>) =>
  Object.entries(positions).map(([id, position]) => ({ id, position }));

test.each([
  ["down", { a: 0, b: 1, c: 2 }, "a", { beside: "b", side: "after" }, { a: 1, b: 0 }],
  ["up", { a: 0, b: 1, c: 2 }, "c", { beside: "a", side: "before" }, { a: 1, b: 2, c: 0 }],
  [
    "where all have the same position",
    { a: 0, b: 0, c: 0 },
    "c",
    { beside: "b", side: "before" },
    { c: 1, b: 2 },
  ],
  ["to where it is", { a: 0, b: 1 }, "a", { beside: "b", side: "before" }, {}],
] as const)("puts one %s", (_case, positions, id, place, expected) => {
  const moved = movedTo(list(positions), id, place)!;
  expect(Object.fromEntries(moved.map((one) => [one.id, one.position]))).toEqual(expected);
});

test("an unknown item or neighbour returns null", () => {
  expect(movedTo(list({ a: 0 }), "b", { beside: "a", side: "after" })).toBeNull();
  expect(movedTo(list({ a: 0 }), "a", { beside: "b", side: "after" })).toBeNull();
});
