import { expect, test } from "vitest";
import { acceptedTags, LOCALES, pickLocale } from "./locales";

test("3,000 different Accept-Language headers lead to few locales, so nothing that is kept by locale grows with them", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const headers = Array.from({ length: 3000 }, (_, index) => {
    const region = `${letters[index % 26]}${letters[Math.floor(index / 26) % 26]}`.toUpperCase();
    const language = LOCALES[index % LOCALES.length];
    return `${language}-${region}-x-n${index},${language}-${region}-u-nu-thai;q=0.9,${language}-${region};q=0.${index % 10}`;
  });
  expect(new Set(headers).size).toBe(3000);
  const locales = new Set(headers.map((header) => pickLocale(header, "en")));
  expect(locales.size).toBeLessThan(300);
  const tag = new RegExp(String.raw`^(${LOCALES.join("|")})(-([A-Z]{2}|\d{3}))?$`);
  for (const locale of locales) expect(locale).toMatch(tag);
});

test("a header of any length is read in pieces that end", () => {
  expect(acceptedTags("x".repeat(100_000)).length).toBeLessThanOrEqual(1);
  expect(pickLocale("nl;q=0.1,".repeat(10_000), "en")).toBe("nl");
});
