import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from ".";
import { Locale, text, webAddress } from "./common";
import { issuesOf } from "./plain-words";

const issueOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? null : issuesOf(error)[0]?.message;
};

test("bytes and combining marks are checked before normalization", () => {
  const name = text(120, 1);
  expect(issueOf(name, "\u0301".repeat(124_000))).toBe("Use at most 120 characters.");
  expect(issueOf(name, "x".repeat(481))).toBe("Use at most 120 characters.");
  expect(issueOf(name, `a${"\u0301".repeat(11)}`)).toBe(
    "At most ten accents can be on one letter.",
  );
  expect(issueOf(name, `${" ".repeat(200)}x`)).toBeNull();
  expect(name.parse(`  a${"\u0323\u0301".repeat(5)}`)).toHaveLength(10);
});

test.each([
  ["Vietnamese, its marks apart", "Nguye\u0302\u0303n Thi\u0323".normalize("NFD")],
  ["Hindi", "श्री कृष्णमूर्ति"],
  ["Tibetan", "བསྒྲུབས་"],
  ["Korean, its letters apart", "김영희".normalize("NFD")],
  ["a family", "👨‍👩‍👧‍👦".repeat(5)],
])("a name in %s is one", (_, name) => {
  expect(text(60, 1).parse(name)).toBe(name.normalize("NFC"));
});

/** Counts how often a schema processes a text by something costlier than its length. */
function looksAt(schema: z.ZodType, value: string): number {
  let looks = 0;
  const watched = [
    [String.prototype, "normalize"],
    [Intl, "getCanonicalLocales"],
    [Intl, "DateTimeFormat"],
    [URL, "canParse"],
  ] as const;
  const own = watched.map(
    ([owner, name]) => Reflect.get(owner, name) as (...given: unknown[]) => unknown,
  );
  watched.forEach(([owner, name], at) =>
    Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
      looks += 1;
      return new.target ? Reflect.construct(own[at]!, given) : own[at]!.apply(this, given);
    }),
  );
  try {
    schema.safeParse(value);
  } finally {
    watched.forEach(([owner, name], at) => Reflect.set(owner, name, own[at]));
  }
  return looks;
}

test.each([
  [
    "Locale",
    Locale,
    `en${Array.from({ length: 20_000 }, (_, index) => `-${10_000_000 + index}`).join("")}`,
  ],
  ["text", text(200), "a\u0301".repeat(100_000)],
  ["webAddress", webAddress(), `https://a${"\u0301".repeat(100_000)}.example`],
] as const)("%s does no work on what is longer than it takes", (_, schema, value) => {
  expect(looksAt(schema, value)).toBe(0);
});

/** All text schemas within another, by path. */
function textsOf(schema: z.ZodType, path: string, found: Map<z.ZodType, string>): void {
  if (found.has(schema)) return;
  found.set(schema, path);
  if (schema instanceof z.ZodPipe) return; // checked as a whole: later parts receive checked input
  const inner = schema.def as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(inner))
    visit(value, name === "shape" ? path : `${path}/${name}`, found);
}
function visit(value: unknown, path: string, found: Map<z.ZodType, string>): void {
  if (value instanceof z.ZodType) return textsOf(value, path, found);
  if (Array.isArray(value)) return value.forEach((one, at) => visit(one, `${path}.${at}`, found));
  if (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype
  )
    for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`, found);
}

test("no input text is processed before its length is checked", () => {
  const found = new Map<z.ZodType, string>();
  for (const { name, operation } of operations)
    for (const schema of [operation.body, operation.query])
      if (schema) textsOf(schema, name, found);
  const long = [
    `en${Array.from({ length: 9_000 }, (_, index) => `-${10_000_000 + index}`).join("")}`,
    "a\u0301".repeat(150_000),
    `https://${"\u0301".repeat(90_000)}.example`,
    `A/${"a".repeat(90_000)}`,
  ];
  const texts = [...found].filter(([schema]) => ["string", "pipe"].includes(schema.def.type));
  const working = texts.filter(([schema]) => long.some((value) => looksAt(schema, value) > 0));
  expect(working.map(([, path]) => path)).toEqual([]);
  expect(texts.length).toBeGreaterThan(100);
});
