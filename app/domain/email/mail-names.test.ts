import { describe, expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { mailedCompany, mailedName } from "./mail-names";
import { textsOf } from "./texts";

describe("a guest's name in a mail", () => {
  test.each(LOCALES)("in %s drops advertising stored before names were validated", (locale) => {
    const { guest } = textsOf(locale).labels;
    expect(mailedName("Win €500 at https://evil.example/x", locale)).toBe(guest);
    expect(mailedName("a\nBcc: b", locale)).toBe(guest);
    expect(mailedName("\u200b", locale)).toBe(guest);
    expect(mailedName("Núñez-O’Brien 王", locale)).toBe("Núñez-O’Brien 王");
  });

  test("loses direction control characters", () => {
    expect(mailedName("Anna \u202eLegna", "en")).toBe("Anna Legna");
  });
});

test("a company's name may be its domain but is never a link", () => {
  const slug = "salon-anna";
  expect(mailedCompany({ name: "Win at https://evil.example", slug })).toBe(slug);
  expect(mailedCompany({ name: "Coolblue.nl", slug })).toBe("Coolblue.nl");
});
