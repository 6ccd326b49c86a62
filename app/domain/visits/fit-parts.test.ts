import { expect, test } from "vitest";
import { completeParts, fitParts, type PartCandidate } from "./fit-parts";

const MINUTE = 60_000;

/** A person, free for an hour's part from these minutes on. */
const person = (
  resource_id: string,
  free: number[] | "always",
  more: Partial<PartCandidate> = {},
): PartCandidate => ({
  resource_id,
  minutes: 60,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  isFree: (at) => free === "always" || free.includes(at / MINUTE),
  ...more,
});
const part = (candidates: PartCandidate[], is_same = false) => ({ candidates, is_same });
const chosen = (fitted: ReturnType<typeof fitParts>) =>
  fitted.map(({ candidate, starts_at, ends_at }) => [
    candidate.resource_id,
    starts_at / MINUTE,
    ends_at / MINUTE,
  ]);

test("each part starts when the one before ends, with the first that is free", () => {
  const parts = [
    part([person("a", [0])]),
    part([person("a", []), person("b", "always", { minutes: 45 })]),
    part([person("c", [105])]),
  ];
  expect(chosen(fitParts(parts, 0))).toEqual([
    ["a", 0, 60],
    ["b", 60, 105],
    ["c", 105, 165],
  ]);
});

test("the same person is one who is free for both", () => {
  const both = [person("a", [0]), person("b", "always")];
  expect(chosen(fitParts([part(both), part(both, true)], 0))).toEqual([
    ["b", 0, 60],
    ["b", 60, 120],
  ]);
  expect(fitParts([part([person("a", [0])]), part([person("a", [0])], true)], 0)).toHaveLength(1);
});

test("on the same resource the buffers of both lie between, on others none", () => {
  const cut = person("a", "always", { buffer_after_minutes: 10 });
  const colour = person("a", "always", { buffer_before_minutes: 5 });
  expect(chosen(fitParts([part([cut]), part([colour])], 0))[1]).toEqual(["a", 75, 135]);
  const other = { ...colour, resource_id: "b" };
  expect(chosen(fitParts([part([cut]), part([other])], 0))[1]).toEqual(["b", 60, 120]);
});

test("a later part on the first resource again keeps out of its buffer", () => {
  const parts = [
    part([person("a", "always", { buffer_after_minutes: 90 })]),
    part([person("b", "always")]),
    part([person("a", "always"), person("c", "always")]),
  ];
  expect(chosen(fitParts(parts, 0))[2]).toEqual(["c", 120, 180]);
});

test("the longest part that fits is completed for the refusal", () => {
  const parts = [
    part([person("a", []), person("b", "always")]),
    part([person("b", []), person("a", [])]),
    part([person("b", [])], true),
  ];
  const fitted = fitParts(parts, 0);
  expect(chosen(fitted)).toEqual([["b", 0, 60]]);
  expect(chosen(completeParts(parts, 0, fitted)).map(([id]) => id)).toEqual(["b", "b", "b"]);
});

test("a search over many people without a solution is quick", () => {
  let checks = 0;
  const people = Array.from({ length: 60 }, (_, index) =>
    person(`p${index}`, "always", {
      isFree: () => {
        checks += 1;
        return true;
      },
    }),
  );
  const nobody = part([person("x", [])]);
  expect(fitParts([part(people), part(people), part(people), nobody], 0)).toHaveLength(3);
  expect(checks).toBeLessThan(10_000);
});
