// ISO 4217, minor units of a currency, where it is not two. A table of our own: what an amount means must not change with the tables of
// the machine it is read on (ICU, for one, writes forints and rupiahs without their hundredths).
const WITHOUT = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND".split(" ");

/** How many decimals a currency has (ISO 4217): JPY 0, EUR 2, KWD 3. */
export function decimalsOf(currency: string): number {
  if (WITHOUT.includes(currency)) return 0;
  return THOUSANDTHS.includes(currency) ? 3 : 2;
}

/**
 * The least difference between two amounts (minor units) that can be paid: one, and ten thousandths, because card networks take amounts of
 * currencies with three decimals only with a zero at the end (Stripe, Supported currencies).
 */
export function payableStep(currency: string): number {
  return decimalsOf(currency) === 3 ? 10 : 1;
}

/** `amount` (integer minor units) in words of a language: 2550 EUR, en → "€25.50". Hundredths that nobody uses are said where there are some. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return formatOf(currency, locale).format(amount / 10 ** decimalsOf(currency));
}

/** The same where there is little room, such as at an axis: 40000 EUR, en → "€400"; 1250000 EUR → "€12.5K". */
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

/** To make a format takes a hundred times as long as to use it, and a list has many prices in a few of them. */
const formats = new Map<string, Intl.NumberFormat>();
const MOST_FORMATS = 100;

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
  if (formats.size === MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}
