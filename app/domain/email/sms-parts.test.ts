import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { countParts, isGsm, withoutAccents, withPlainMarks } from "./sms-parts";
import { writeText } from "./write-text";

test.each([
  ["", 1],
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["a".repeat(307), 3],
  // An extended character takes two places.
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  ["ü".repeat(160), 1],
  // One character outside the GSM set makes it UCS-2.
  [`${"a".repeat(69)}ç`, 1],
  [`${"a".repeat(70)}ç`, 2],
  ["م".repeat(134), 2],
  ["م".repeat(135), 3],
  // An emoji is two UTF-16 units.
  ["😀".repeat(35), 1],
  ["😀".repeat(36), 2],
])("%j is billed as %d", (text, parts) => expect(countParts(text)).toBe(parts));

test("typographic marks, spaces of formats and accents of dates do not double the price", () => {
  expect(withPlainMarks("3:00\u202fPM – “Léa’s”…")).toBe(`3:00 PM - "Léa's"...`);
  expect(withoutAccents("sáb 5 dic, août, Ñ")).toBe("sab 5 dic, aout, Ñ");
});

const subject = {
  starts_at: new Date("2027-02-06T13:30:00Z"),
  zones: { lead: "Europe/Amsterdam", other: null },
  services: ["Haircut"],
  company: "Studio Linden",
  link: `https://book.example/manage/${"x".repeat(66)}`,
};

test("the place's time comes first, with its offset where the guest reads another", () => {
  expect(writeText({ ...subject, locale: "en" })).toMatch(
    /^Sat 6 Feb 2:30 PM: Haircut, Studio|^Sat Feb 6 2:30 PM: Haircut, Studio/,
  );
  expect(
    writeText({
      ...subject,
      locale: "nl",
      zones: { lead: "Asia/Kolkata", other: "Europe/Amsterdam" },
    }),
  ).toMatch(/^za 6 feb 19:00 \(UTC\+5:30\): Haircut/);
});

test.each(LOCALES)("in %s it is two parts (Arabic: five), however long the names are", (locale) => {
  const text = writeText({
    ...subject,
    locale,
    services: ["s".repeat(120)],
    company: "c".repeat(120),
  });
  expect(text).toContain(subject.link);
  expect(text).toContain("STOP");
  if (locale === "ar") expect(countParts(text)).toBeLessThanOrEqual(5);
  else {
    expect(isGsm(text)).toBe(true);
    expect(countParts(text)).toBe(2);
  }
});

test.each([
  [["Cut", "Colour"], "Cut + Colour"],
  [
    ["Wash", "Balayage with a gloss, a toner and a care", "Cut"],
    "Wash + Balayage with a gloss, a... + Cut",
  ],
  [["a".repeat(30), "b".repeat(30)], `${"a".repeat(15)}... + ${"b".repeat(16)}...`],
  [["One", "Two", "Three", "s".repeat(99)], `One + Two + Three + ${"s".repeat(17)}...`],
])("the services of a visit are all named, in the room of one: %s", (services, words) => {
  expect(words.length).toBeLessThanOrEqual(40);
  const text = writeText({ ...subject, services, locale: "en" });
  expect(text).toContain(`: ${words}, Studio Linden`);
  expect(countParts(text)).toBe(2);
});
