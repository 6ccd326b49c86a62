import { expect, test } from "vitest";
import { pageLocale } from "~/i18n/text";
import {
  enterPageLanguage,
  inPageLanguage,
  languageCookie,
  pageLocaleOf,
} from "./page-language.server";

const ask = (headers: Record<string, string>) =>
  new Request("http://localhost/dashboard", { headers });

test("a page uses the chosen language, else the browser's, else English, with the browser's region", () => {
  expect(pageLocaleOf(ask({}))).toBe("en");
  expect(pageLocaleOf(ask({ "Accept-Language": "pt, nl-BE;q=0.9, de;q=0.8" }))).toBe("nl-BE");
  expect(pageLocaleOf(ask({ "Accept-Language": "nl-BE", Cookie: "session=x; language=de" }))).toBe(
    "de",
  );
  expect(pageLocaleOf(ask({ "Accept-Language": "de-AT", Cookie: "language=de; session=x" }))).toBe(
    "de-AT",
  );
  expect(pageLocaleOf(ask({ "Accept-Language": "de", Cookie: "language=xx" }))).toBe("de");
});

test("concurrent requests have separate languages", async () => {
  const visitor = async (language: string) => {
    enterPageLanguage(ask({ "Accept-Language": language }));
    await new Promise((later) => setTimeout(later, 1));
  };
  const loader = async (language: string) => {
    await visitor(language);
    await new Promise((later) => setTimeout(later, 1));
    return pageLocale();
  };
  expect(await Promise.all(["nl", "fr-CA", "ar", "en-US"].map(loader))).toEqual([
    "nl",
    "fr-CA",
    "ar",
    "en-US",
  ]);
});

test("a page renders in its language, also asynchronously", async () => {
  const drawn = inPageLanguage("es-MX", async () => {
    await new Promise((later) => setImmediate(later));
    return pageLocale();
  });
  expect(await drawn).toBe("es-MX");
});

test("a choice is stored for a year, and no choice clears the cookie", () => {
  expect(languageCookie("de")).toBe("language=de; Path=/; Max-Age=31536000; SameSite=Lax");
  expect(languageCookie(null)).toContain("Max-Age=0");
});
