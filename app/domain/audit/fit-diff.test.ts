import { expect, test } from "vitest";
import { MOST_AUDIT_BYTES } from "~/contract/limits";
import { fitDiff } from "./fit-diff";

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("a change that fits is kept whole", () => {
  const diff = { name: ["Haircut", "Cut"], rules: [[], [{ days: [1] }]] };
  expect(fitDiff(diff)).toBe(diff);
});

test("of a change that does not fit, the longest fields are named alone and the others are kept", () => {
  const long = "x".repeat(30_000);
  const diff = {
    name: ["Haircut", "Cut"],
    questions: [[long], [long]],
    overrides: [long, ""],
    price_amount: [1, 2],
  };
  const kept = fitDiff(diff);
  expect(kept).toEqual({
    ...diff,
    questions: ["too long to keep", "too long to keep"],
    overrides: ["too long to keep", "too long to keep"],
  });
  expect(sizeOf(kept)).toBeLessThanOrEqual(MOST_AUDIT_BYTES);
});

test("whatever is said of a change, a row has 20 kB at most", () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`field_${at}`, ["ö", "x".repeat(at % 100)]]),
  );
  expect(sizeOf(fitDiff(many))).toBeLessThanOrEqual(MOST_AUDIT_BYTES);
});
