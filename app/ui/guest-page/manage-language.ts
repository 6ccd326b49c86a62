import { type Locale, type LocaleTag, localeOf, pickLocale } from "~/i18n/locales";
import type { AppError } from "~/lib/app-error";
import { formatMoney } from "~/lib/money";
import { ar } from "./texts/ar";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import type { ManageTexts } from "./texts/manage-texts";
import { nl } from "./texts/nl";

const byLocale: Record<Locale, ManageTexts> = { en, nl, de, fr, es, ar };

export function manageTexts(tag: string): ManageTexts {
  return byLocale[localeOf(tag)];
}

/** The guest's language if supported; without one the browser's; otherwise the tenant's. */
export function chooseLocale(
  guest: string | null,
  acceptLanguage: string | null,
  tenant: string,
): LocaleTag {
  return pickLocale(guest === null ? acceptLanguage : [guest], tenant);
}

/** Names both prices after a price change. */
export function changedPriceText({ extra }: AppError, locale: string): string {
  const { expected_amount, amount, currency } = extra.details ?? {};
  const words = (price: unknown) =>
    formatMoney(Number(price ?? 0), typeof currency === "string" ? currency : "EUR", locale);
  return fill(manageTexts(locale).error_price, {
    price: words(amount),
    before: words(expected_amount),
  });
}

/** Inserts values into "Until {when}". */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[String(name)] ?? whole);
}
