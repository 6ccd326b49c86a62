import { describe, expect, test } from "vitest";
import { z } from "zod";
import { requestFields } from "~/testing/contract-fields";
import { CompanyStep } from "./onboarding";
import { issuesOf } from "./plain-words";

const UNPLAIN =
  /invalid|expected|received|undefined|\bnull\b|\bNaN\b|\bstring\b|\bboolean\b|\barray\b|regex|pattern|must match/i;

/** Invalid values for a field. */
const BAD: unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  Number.NaN,
  1e9,
  -1e9,
  1e300,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "a",
  "?",
  "x".repeat(200_000),
  "\u0000",
  "\ud800",
  "2026-02-30",
  "2300-01-01",
  "2300-01-01T00:00:00Z",
  "a@b",
  "ftp://x",
  "XXX",
  "no-such-zone",
  "en-aa-bb",
  "25:00",
  "https://",
  "A-B",
  "a\nb",
  [],
  [undefined],
  [1],
  ["x"],
  [{}],
  Array.from({ length: 1000 }, () => "x"),
  Array.from({ length: 1000 }, (_, index) => index),
  {},
  { a: 1 },
  { ["k".repeat(100)]: 1 },
  { a: "\u0000" },
];

const fields = requestFields();

test("every field of the contract has plain-language errors", () => {
  let fieldCount = 0;
  for (const { operation, place, path, schema } of fields) {
    const label = `${operation} ${place}.${path.join(".")}`;
    for (const value of BAD) {
      const { error } = z.safeParse(schema, value);
      for (const { message, path: at } of error?.issues ?? []) {
        fieldCount += 1;
        const case_ = `${label} ${at.join(".")}: ${JSON.stringify(value)?.slice(0, 60)} → ${message}`;
        expect(message, case_).toMatch(/^[A-Z].*\.$/s);
        expect(message, case_).not.toMatch(UNPLAIN);
        expect(message, case_).not.toMatch(
          /^This (cannot be used here|is not written as it must be)/,
        );
      }
    }
  }
  expect(fields.length).toBeGreaterThan(300);
  expect(fieldCount).toBeGreaterThan(fields.length * 10);
});

test("exceeding a limit names the limit", () => {
  let limits = 0;
  for (const { operation, place, path, schema } of fields) {
    for (const value of BAD) {
      for (const issue of z.safeParse(schema, value).error?.issues ?? []) {
        if (issue.code !== "too_big" && issue.code !== "too_small") continue;
        const limit = issue.code === "too_big" ? issue.maximum : issue.minimum;
        if (issue.message === "This is required.") continue;
        limits += 1;
        expect(issue.message, `${operation} ${place}.${path.join(".")}`).toContain(
          limit.toLocaleString("en-US"),
        );
      }
    }
  }
  expect(limits).toBeGreaterThan(100);
});

describe("the sentence", () => {
  const cases: [string, z.ZodType, unknown, string][] = [
    ["a field that is missing", z.string(), undefined, "This is required."],
    ["a number in place of text", z.string(), 1, "Use text."],
    ["text that is too long", z.string().max(120), "x".repeat(121), "Use at most 120 characters."],
    ["text that is too short", z.string().min(3), "x", "Use at least 3 characters."],
    ["a number over its most", z.int().max(1440), 2000, "Use 1,440 or less."],
    ["a number below its least", z.int().min(5), 1, "Use 5 or more."],
    ["a broken number", z.int(), 1.5, "Use a whole number."],
    ["a list that is too long", z.array(z.int()).max(1), [1, 2], "Give at most 1 entry."],
    ["a word outside a list", z.enum(["a", "b"]), "c", "Use one of: a, b."],
    ["a date that does not exist", z.iso.date(), "2026-02-30", "Use a date such as 2026-11-20."],
    [
      "one of several ways",
      z.union([z.boolean(), z.string()]),
      1,
      "Use true or false. Or: Use text.",
    ],
  ];
  test.each(cases)("%s", (_what, schema, value, sentence) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence);
  });

  test("an unknown field is named at any depth", () => {
    const { error } = CompanyStep.safeParse({ naam: "x" });
    expect(issuesOf(error!)).toEqual([
      { path: "naam", code: "unknown_field", message: "There is no such field." },
    ]);
  });
});
