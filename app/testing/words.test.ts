import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

// Words that a reader should not meet: people with a gender, and private names for common things. How texts are written: docs/voice.md.

const GENDERED = /\b(he|she|his|hers|him|himself|herself)\b/i;
/** What names in code and comments must not say, and the term of the field for it. */
const PRIVATE: [RegExp, string][] = [
  [/\b(the|one|every|whichever) doors?\b/i, "way, entry point"],
  [/\bdoor[A-Z]\w*|\bDoor\b/, "CardPage"],
  [/\bStepScene\b|\bScene\b|\bscene\b/, "props"],
  [/\b(class|new|interface|type|as|:) Visit\b|\bGuestVisit\b/, "controller, GuestRequest"],
  [/\bthe [Oo]utside\b(?!r)(?! (hours|world))|\bOutside\w*(Port|Services?)\b/, "outside services"],
  [/\bpump(s|ed|ing)?\b/i, "loop, relay"],
  [/\bedges?\b(?=[ ,.:;])/, "limit, boundary, http"],
  [/\btagged\b/i, "has_etag"],
  [/\b(direct|fast|own) lanes?\b|\bby the lane\b/i, "api-fast-path"],
  [/\boutside world\b|\bthe (tenant's|test's) world\b|\baWorld\b|\bmakeWorld\b/i, "outside services, sample tenant"],
  [/\b(of|leaves?) the house\b/i, "staff, the service"],
  [/\bstands? in (the|a|its|which|none|each|\w+ of)\b/i, "is in"],
  [/\blies? ahead\b/i, "is in the future"],
  [/\bshall\b/i, "should, will"],
  [
    /\bwhoever (has|is|made|sends|comes|asks|looks|finds|handles|waits|reads|wants|needs)\b/i,
    "the person who, a caller who",
  ],
  [/(?<!-)\banew\b|\bthenceforth\b|\bhence\b|\bthereof\b/i, "again, from then on"],
  [/\bin vain\b|\bin the same breath\b|\bin nobody's\b/i, "plain words"],
];

const ROOTS = ["app", "widget-element", "e2e", "prisma"];
const LEFT_OUT = /^prisma\/(generated|migrations)\/|words\.test\.ts$|(texts|translations)\/(de|nl|es|fr)\.ts$/;

const files = [
  ...ROOTS.flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name))),
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ".env.example",
].filter((path) => /\.(tsx?|md|prisma|sql|html|example)$/.test(path) && !LEFT_OUT.test(path));
const lines = files.flatMap((path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .map((text, index) => ({ at: `${path}:${index + 1}`, text })),
);

const found = (isWrong: (text: string) => boolean) =>
  lines.filter(({ text }) => isWrong(text)).map(({ at, text }) => `${at} ${text.trim()}`);

describe("comments and texts", () => {
  test("are read from every folder", () => {
    for (const root of ROOTS.slice(0, 3)) expect(files.some((path) => path.startsWith(root))).toBe(true);
  });

  test("speak of people without gender", () => {
    // "he" alone is also the tag of Hebrew.
    expect(found((text) => GENDERED.test(text.replace(/(["'])he\1|"he-\w+"/g, "")))).toEqual([]);
  });

  test.each(PRIVATE)("use the field's term instead of %s: %s", (word) => {
    expect(found((text) => word.test(text))).toEqual([]);
  });
});
