/**
 * Formats a number with its unit for a locale. The short form of English is the symbol, as on the
 * dashboard: "45 min", "2 h", where Intl writes "45 mins" and "2 hrs". No other language ends a unit
 * like that.
 */
export const formatUnit = (
  value: number,
  unit: string,
  locale: string,
  unitDisplay: "long" | "short" = "long",
): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay })
    .format(value)
    .replace(/([nh])r?s?$/, "$1");
