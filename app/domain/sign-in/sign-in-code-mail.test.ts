import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { signInCodeMail } from "./sign-in-code-mail";

test.each(LOCALES)(
  "in %s the code is in subject, text and HTML, on its own line for autofill",
  (locale) => {
    const { subject, text, html } = signInCodeMail("042917", 10, locale, "https://book.test");
    expect(subject).toContain("042917");
    expect(text.split("\n")).toContain("042917");
    for (const part of [text, html]) expect(part).toContain("book.test");
    expect(html.match(/042917/g)).toHaveLength(1);
    expect(subject + text + html).not.toMatch(/\{\{|undefined/);
    expect(html).toContain(`<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}">`);
  },
);

test.each([
  ["nl-BE", "Je inlogcode is 042917"],
  ["pt", "Your sign-in code is 042917"],
])("for %s uses %s", (locale, subject) => {
  expect(signInCodeMail("042917", 10, locale, "https://book.test").subject).toBe(subject);
});
