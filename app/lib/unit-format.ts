/**
 * Formats a number with its unit for a locale. The short form of English is the symbol, as on the
 * dashboard: "45 min", "2 h", where Intl writes "45 mins" and "2 hrs".
 */
export const formatUnit = (
  value: number,
  unit: string,
  locale: string,
  unitDisplay: "long" | "short" = "long",
): string => {
  const text = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).format(value);
  return unitDisplay === "short" ? text.replace(/(\s)(min|h)r?s?$/, "$1$2") : text;
};
