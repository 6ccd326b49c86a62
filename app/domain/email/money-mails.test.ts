import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { formatMoney } from "~/lib/money";
import { webLink } from "~/lib/web-link";
import { defaultTemplate } from "./default-templates";
import { exampleValues } from "./example-values";
import { htmlToText } from "./html-to-text";
import { renderTemplate } from "./liquid-template.server";

// The receipt and the refund format amounts by language and currency, with the currency's decimals.

const AMOUNTS = {
  EUR: [2550, /25[.,]50|٢٥٫٥٠/],
  JPY: [2550, /2[.,\s\u00a0\u202f]?550|٢٬٥٥٠/],
  KWD: [12_340, /12[.,]340|١٢٫٣٤٠/],
} as const;

const cases = LOCALES.flatMap((locale) =>
  (["EUR", "JPY", "KWD"] as const).flatMap((currency) =>
    (["booking_paid", "booking_refunded"] as const).map((key) => [key, currency, locale] as const),
  ),
);

test.each(cases)("%s in %s reads well in %s", async (key, currency, locale) => {
  const [amount, digits] = AMOUNTS[currency];
  const words = formatMoney(amount, currency, locale);
  expect(words).toMatch(digits);
  const example = exampleValues(
    key,
    { locale, time_zone: "Europe/Amsterdam" },
    0,
    "https://book.test",
  );
  const payment = { ...example.payment, amount: words, refunded_amount: words };
  const values = { ...example, payment, tenant: { name: "Studio" } };
  const { subject, content } = await renderTemplate(
    "studio",
    key,
    defaultTemplate(key, locale),
    values,
  );
  expect(content).toContain(words);
  expect(subject + content).not.toMatch(/[{}]|undefined|>\s*null\s*</);
});

test.each([
  ["booking_paid", "https://pay.example/receipts/1", true],
  ["booking_confirmed", "https://pay.example/receipts/1", true],
  ["booking_paid", "javascript:alert(1)", false],
  ["booking_paid", null, false],
] as const)("%s with the receipt %s links it: %s", async (key, url, isLinked) => {
  const example = exampleValues(
    key,
    { locale: "en-US", time_zone: "Europe/Amsterdam" },
    0,
    "https://book.test",
  );
  const payment = { ...example.payment, amount: "€45.00" };
  const values = {
    ...example,
    payment,
    links: { ...example.links, receipt: webLink(url) },
    tenant: { name: "Studio" },
  };
  const { content } = await renderTemplate("studio", key, defaultTemplate(key, "en"), values);
  expect(content.includes(`<a href="${url}">Receipt</a>`)).toBe(isLinked);
  expect(htmlToText(content).split("\n").includes(String(url))).toBe(isLinked);
});
