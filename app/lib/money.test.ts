import { expect, test } from "vitest";
import { decimalsOf, formatMoney, payableStep } from "./money";

test.each([
  ["EUR", 2, 1, 2550, "€25.50"],
  ["JPY", 0, 1, 2550, "¥2,550"],
  ["KWD", 3, 10, 12_500, "KWD 12.500"],
  ["ISK", 0, 1, 2550, "ISK 2,550"],
  ["HUF", 2, 1, 450_000, "HUF 4,500"],
  ["HUF", 2, 1, 450_050, "HUF 4,500.5"],
  ["IDR", 2, 1, 15_000_000, "IDR 150,000"],
  ["COP", 2, 1, 5_000_000, "COP 50,000"],
])(
  "%s has %i decimals, a payable step of %i, and formats %i as %s",
  (currency, decimals, step, amount, words) => {
    expect([decimalsOf(currency), payableStep(currency)]).toEqual([decimals, step]);
    expect(formatMoney(amount, currency, "en").replaceAll("\u00a0", " ")).toBe(words);
  },
);

test.each([
  ["en", "KWD 12.500"],
  ["nl", "KWD 12,500"],
  ["de", "12,500 KWD"],
  ["fr", "12,500 KWD"],
  ["es", "12,500 KWD"],
])("currencies with three decimals are formatted as in %s", (locale, words) => {
  expect(formatMoney(12_500, "KWD", locale).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(words);
});
