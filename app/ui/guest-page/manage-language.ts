import ar from "~/i18n/ar/guest.json";
import de from "~/i18n/de/guest.json";
import en from "~/i18n/en/guest.json";
import es from "~/i18n/es/guest.json";
import fr from "~/i18n/fr/guest.json";
import { type Locale, type LocaleTag, localeOf, pickLocale } from "~/i18n/locales";
import nl from "~/i18n/nl/guest.json";
import type { AppError } from "~/lib/app-error";
import { formatMoney } from "~/lib/money";

/** Texts of the guest page in one language; {{names}} are inserted. */
type ManageTexts = typeof en;

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
  const { expected_amount, amount, currency, expected_deposit_amount, deposit_amount } =
    extra.details ?? {};
  const words = (price: unknown) =>
    formatMoney(Number(price ?? 0), typeof currency === "string" ? currency : "EUR", locale);
  if (expected_deposit_amount !== undefined)
    return fill(manageTexts(locale).error_deposit, {
      price: words(deposit_amount ?? amount),
      before: words(expected_deposit_amount || amount),
    });
  return fill(manageTexts(locale).error_price, {
    price: words(amount),
    before: words(expected_amount),
  });
}

/** Inserts values into "Until {{when}}". */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => values[String(name)] ?? whole);
}
