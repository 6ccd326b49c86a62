// Currencies without two decimals (ISO 4217, minor units). Our own table, because amounts must not
// change with the ICU version of the machine, which for example shows forints and rupiahs without
// decimals.
const WITHOUT = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND".split(" ");

/** Number of decimals of a currency (ISO 4217): JPY 0, EUR 2, KWD 3. */
export function decimalsOf(currency: string): number {
  if (WITHOUT.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}

/**
 * The smallest payable step in minor units: 1, or 10 for currencies with three decimals, where card
 * networks require a final zero (Stripe, Supported currencies).
 */
export function payableStep(currency: string): number {
  return decimalsOf(currency) === 3 ? 10 : 1;
}

/**
 * Formats `amount` (integer minor units): 2550 EUR, en → "€25.50". Rarely used decimals are shown
 * only when not zero.
 */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return formatOf(currency, locale).format(amount / 10 ** decimalsOf(currency));
}

/**
 * A short form for tight places such as an axis: 40000 EUR, en → "€400"; 1250000 EUR → "€12.5K".
 */
export function shortMoney(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  return format.format(amount / 10 ** decimalsOf(currency));
}

/** Cached: creating a format costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 100;

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${currency} ${locale}`;
  const known = formats.get(key);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const usual = new Intl.NumberFormat(locale, { style: "currency", currency }).resolvedOptions();
  const minimumFractionDigits = Math.min(usual.minimumFractionDigits ?? decimals, decimals);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits,
    maximumFractionDigits: decimals,
  });
  if (formats.size === MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}
