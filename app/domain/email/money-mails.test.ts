import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { formatMoney } from "~/lib/money";
import { defaultTemplate } from "./default-templates";
import { exampleValues } from "./example-values";
import { renderTemplate } from "./liquid-template.server";

// The receipt and the refund format amounts by language and currency, with the currency's decimals.

const SAID = {
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
  const [amount, digits] = SAID[currency];
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
