import { expect, test } from "vitest";
import { MAX_AUDIT_BYTES } from "~/contract/limits";
import { fitDiff } from "./fit-diff";

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("a change that fits is stored completely", () => {
  const diff = { name: ["Haircut", "Cut"], rules: [[], [{ days: [1] }]] };
  expect(fitDiff(diff)).toBe(diff);
});

test("a change that does not fit keeps only the names of its longest fields", () => {
  const long = "x".repeat(30_000);
  const diff = {
    name: ["Haircut", "Cut"],
    questions: [[long], [long]],
    overrides: [long, ""],
    price_amount: [1, 2],
  };
  const fitted = fitDiff(diff);
  expect(fitted).toEqual({
    ...diff,
    questions: ["too long to keep", "too long to keep"],
    overrides: ["too long to keep", "too long to keep"],
  });
  expect(sizeOf(fitted)).toBeLessThanOrEqual(MAX_AUDIT_BYTES);
});

test("a row never exceeds 20 kB", () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`field_${at}`, ["ö", "x".repeat(at % 100)]]),
  );
  expect(sizeOf(fitDiff(many))).toBeLessThanOrEqual(MAX_AUDIT_BYTES);
});
