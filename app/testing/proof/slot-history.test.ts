import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLinearizable, type Step } from "./slot-history";

const step = (outcome: Step["outcome"], sent: number, answered: number): Step => ({
  outcome,
  sent,
  answered,
});

describe("a history of one time", () => {
  test.each<[string, number, Step[]]>([
    ["nothing happened", 1, []],
    ["one seat, given and refused afterwards", 1, [step("taken", 0, 1), step("refused", 2, 3)]],
    [
      "refused while another call that was sent earlier is still on its way",
      1,
      [step("taken", 0, 9), step("refused", 1, 2)],
    ],
    [
      "given again after it was given back",
      1,
      [step("taken", 0, 1), step("freed", 2, 3), step("taken", 4, 5)],
    ],
    [
      "given again while it is being given back",
      1,
      [step("taken", 0, 1), step("freed", 2, 9), step("taken", 3, 4)],
    ],
  ])("has an order: %s", (_, seats, history) => expect(isLinearizable(history, seats)).toBe(true));

  test.each<[string, number, Step[]]>([
    ["one seat given twice", 1, [step("taken", 0, 1), step("taken", 0, 1)]],
    ["refused while a seat was free", 2, [step("taken", 0, 1), step("refused", 2, 3)]],
    [
      "refused before anybody had asked for the seat",
      1,
      [step("refused", 0, 1), step("taken", 2, 3)],
    ],
    [
      "given again before it was given back",
      1,
      [step("taken", 0, 1), step("taken", 2, 3), step("freed", 4, 5)],
    ],
    ["given back without having been given", 1, [step("freed", 0, 1)]],
  ])("has none: %s", (_, seats, history) => expect(isLinearizable(history, seats)).toBe(false));
});

/** Tries every order in which a call answered before another was sent comes first. */
function hasAnOrder(left: Step[], taken: number, seats: number): boolean {
  if (left.length === 0) return true;
  return left.some((next) => {
    const others = left.filter((one) => one !== next);
    if (others.some((one) => one.answered < next.sent)) return false;
    if (next.outcome === "refused") return taken === seats && hasAnOrder(others, taken, seats);
    const then = taken + (next.outcome === "taken" ? 1 : -1);
    return then >= 0 && then <= seats && hasAnOrder(others, then, seats);
  });
}

const anyStep = fc
  .record({
    outcome: fc.constantFrom("taken" as const, "refused" as const, "freed" as const),
    sent: fc.integer({ min: 0, max: 12 }),
    length: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ outcome, sent, length }) => step(outcome, sent, sent + length));

test("matches an exhaustive search", () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 7 }),
      fc.integer({ min: 1, max: 2 }),
      (history, seats) => {
        const expected = hasAnOrder(history, 0, seats);
        seen[expected ? "yes" : "no"] += 1;
        return isLinearizable(history, seats) === expected;
      },
    ),
    { seed: 20_261_122, numRuns: 3000 },
  );
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(100);
});

test("checks ten thousand calls by sixteen clients quickly, and finds one oversold seat", () => {
  const history: Step[] = [];
  for (let round = 0; round < 1250; round++)
    for (let each = 0; each < 8; each++)
      history.push(step(each < 4 ? "taken" : "freed", round * 10 + each, round * 10 + each + 8));
  expect(isLinearizable(history, 8)).toBe(true);
  const full = Array.from({ length: 9 }, (_, each) => step("taken", 20_000 + each, 20_001 + each));
  expect(isLinearizable([...history, ...full], 8)).toBe(false);
});
